import { register } from 'node:module';
import { CONFIG, takenMs } from './surroundings';

/**
 * Loaded before the program (`node --import`): makes this Node look like Electron's, and gives whoever imports `electron`
 * the double. The build puts the package electron-updater into a file with a name of its own making, which is known by
 * what is in it.
 */
const electron = new URL('./electron.mjs', import.meta.url).href;
const updater = new URL('./electron-updater.mjs', import.meta.url).href;
const hooks = `
  import { readFileSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: ${JSON.stringify(electron)}, shortCircuit: true };
    const found = await next(specifier, context);
    const isUpdater =
      specifier.startsWith('./chunks/main-') && readFileSync(new URL(found.url), 'utf8').includes('ElectronAppAdapter');
    return isUpdater ? { url: ${JSON.stringify(updater)}, shortCircuit: true } : found;
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { electronVersion, platform, resources } = CONFIG;
define('versions', { ...process.versions, electron: electronVersion, chrome: electronVersion });
define('type', 'browser');
if (platform) define('platform', platform);
if (resources) define('resourcesPath', resources);

const real = globalThis.setTimeout;
const sooner = (task: () => void, delayMs = 0, ...args: never[]) => real(task, takenMs(delayMs), ...args);
globalThis.setTimeout = Object.assign(sooner, real) as typeof setTimeout;

function define(name: string, value: unknown): void {
  Object.defineProperty(process, name, { value, enumerable: true, configurable: true });
}
