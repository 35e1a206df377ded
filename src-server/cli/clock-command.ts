import type { Command } from './command';
import { EXIT } from './exit-code';

export const clockCommand: Command = {
  name: 'clock',
  usage: '[--confirm]',
  summary: 'Says whether the clock of the server is in doubt, and confirms it.',
  about:
    'After a jump of the clock by more than a day, or so long a sleep, nothing expires and nothing old is removed until it was steady for an hour, or is confirmed. Exit code 0: it is not in doubt; 1: it is.',
  options: { confirm: { type: 'boolean', help: 'Says that the clock is right.' } },
  examples: ['posthorn clock', 'posthorn clock --confirm'],
  positionals: [0, 0],
  asks: 'instance',
  async run({ has, instance }) {
    const server = await instance();
    if (has('confirm')) await server.ask('POST /clock/confirm');
    const clock = (await server.ask('GET /health'))?.clock ?? null;
    return {
      exitCode: clock === null ? EXIT.done : EXIT.no,
      json: { clock },
      lines: [
        clock === null
          ? 'The clock is not in doubt.'
          : `It showed ${clock.to} when ${clock.from} was expected. Nothing expires and nothing old is removed before ${clock.steadyAt}, unless you confirm it.`,
      ],
    };
  },
};
