import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { DesktopProgram } from './desktop-program';

/** The desktop program: one instance, which gets everything that is opened with it. */

// A second instance would meet the first one's lock on the database: the first one shows what the second was started for.
if (app.requestSingleInstanceLock()) start();
else app.quit();

function start(): void {
  const program = new DesktopProgram({
    serverArgs: flagsFromStart(),
    configDir: process.env.XDG_CONFIG_HOME || join(homedir(), '.config'),
    executable: process.env.APPIMAGE ?? process.execPath,
  });
  app.on('second-instance', (_event, args, folder) => program.startedAgain(args.slice(1), folder));
  // The Mac opens files and links by events, the first of them before the program is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void program.opened.openFile(path);
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    program.opened.openLink(link);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  app
    .whenReady()
    .then(() => program.run(process.argv.slice(1), process.cwd()))
    .catch(fail);
}

/** What followed `npm start --`. Not in the arguments, which Chromium would interpret in its own way. */
function flagsFromStart(): string[] {
  const flags: unknown = JSON.parse(process.env.POSTHORN_DESKTOP_ARGS ?? '[]');
  return Array.isArray(flags) ? flags.map(String) : [];
}

/** Says why it cannot continue, and exits. */
function fail(cause: unknown): void {
  dialog.showErrorBox('Posthorn cannot continue', cause instanceof Error ? cause.message : String(cause));
  app.exit(1);
}
