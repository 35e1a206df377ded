import type { Command } from './command';
import { EXIT } from './exit-code';

export const clockCommand: Command = {
  name: 'clock',
  usage: '[--confirm]',
  summary: 'Shows whether the clock of the server is in doubt, or confirms it.',
  about:
    'After the clock jumps by more than a day, or the machine sleeps that long, nothing expires and nothing old is removed until the clock has been steady for an hour or is confirmed. Exit code 0: it is not in doubt; 1: it is.',
  options: { confirm: { type: 'boolean', help: 'Confirms that the clock is right.' } },
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
