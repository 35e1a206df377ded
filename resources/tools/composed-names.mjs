// How the build reads `composes: … from` in a style sheet.

import { basename } from 'node:path';

/** The name of a class in the pages: from that of its file and its own, so that every build arrives at the same. */
export const SCOPED_NAME = '[name]__[local]';

/**
 * Gives the classes that another style sheet names. That sheet is loaded by itself, so its rules do not come along:
 * otherwise each sheet that composes would have a copy of them.
 */
export class ComposedNames {
  finalSource = '';

  /**
   * @param {string} file the style sheet that `from` names
   * @returns {Promise<Record<string, string>>}
   */
  async fetch(file) {
    const sheet = basename(file, '.css').replaceAll('.', '-');
    return new Proxy(
      {},
      { get: (_, local) => SCOPED_NAME.replace('[name]', sheet).replace('[local]', String(local)) },
    );
  }
}
