import { record } from './control';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

class CommandLine implements Covered<Electron.CommandLine, 'app.commandLine'> {
  readonly #switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    record('app.commandLine.appendSwitch', name, value);
    this.#switches.set(name, value);
  }
  hasSwitch(name: string): boolean {
    return this.#switches.has(name) || process.argv.some((arg) => arg.split('=')[0] === `--${name}`);
  }
  getSwitchValue(name: string): string {
    const argument = process.argv.find((arg) => arg.startsWith(`--${name}=`));
    return this.#switches.get(name) ?? argument?.slice(name.length + 3) ?? '';
  }
}

/** See Electron's `app.commandLine`: what is appended is recorded, and does not reach Chromium. */
export const commandLine = strict('app.commandLine', new CommandLine(), MEMBERS['app.commandLine']);
