import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MEMBERS } from './members';
import { linkWorlds, startPageWorld, startPreloadWorld } from './page-worlds';

/** The name of the isolated world of preload scripts. */
export const WORLD = 'electron';
/** The function of that world that sends a text to the program. */
export const BINDING = 'electronTells';

/** The scripts that each document starts with. */
export interface PageScripts {
  readonly page: string;
  /** In the isolated world. */
  readonly preload: string;
}

/** @param preloadFile the program's preload script; it runs in the top frame alone, as without `nodeIntegrationInSubFrames` */
export function pageScripts(preloadFile: string | undefined): PageScripts {
  const bus = JSON.stringify(randomUUID());
  const members = JSON.stringify({ ipcRenderer: MEMBERS.ipcRenderer, contextBridge: MEMBERS.contextBridge });
  const script = preloadFile ? readFileSync(preloadFile, 'utf8') : '';
  // The text itself is in the script, since the pages' policy forbids to make a function of a text.
  return {
    page: `(${startPageWorld})((${linkWorlds})(${bus}, 'page'));`,
    preload: `{
  const world = (${startPreloadWorld})((${linkWorlds})(${bus}, 'preload'), globalThis.${BINDING}, ${members});
  if (window === window.parent) world.run(function (require, module, exports) {
${script}
  });
}`,
  };
}
