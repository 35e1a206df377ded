import type { Command } from './command';
import { comparisonLines, isAgreed } from './comparison-lines';
import { EXIT } from './exit-code';
import { findConnection } from './find-connection';

export const diffCommand: Command = {
  name: 'diff',
  usage: 'NAME',
  summary: 'Pulls, and shows what changed here, there and on both sides.',
  about: `Reads the other instance and compares three ways: what both last agreed on, the working copy, and what is there now.
NAME is the name or id of a connection. Nothing is written there. Exit code 0: no differences; 1: there are some.`,
  options: {},
  examples: ['posthorn diff production', 'posthorn diff production --json'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [name = ''], instance }) {
    const server = await instance();
    const { id } = await findConnection(server, name);
    const comparison = await server.ask('POST /connections/{id}/working-copy/compare', { path: { id } });
    const isSame = isAgreed(comparison);
    return {
      exitCode: isSame ? EXIT.done : EXIT.no,
      json: { connection: id, same: isSame, ...comparison },
      lines: isSame ? ['No differences.'] : comparisonLines(comparison),
    };
  },
};
