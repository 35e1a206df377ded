// npm start: from any state of the checkout to a running Posthorn, with its window if possible.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { ensureElectron, whyNoWindow } from './electron.mjs';
import { ensureBuilt, ensureInstalled, ROOT, SetupError, say } from './setup.mjs';

/** A window that dies this soon never opened. */
const NEVER_OPENED_MS = 5_000;
/** One Ctrl+C arrives twice, from the terminal and from npm; a user's second one takes longer than this. */
const SAME_SIGNAL_MS = 300;
/** How often to check whether npm is still there. */
const LOOK_MS = 500;

const args = process.argv.slice(2);
try {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await start();
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code of the program started */
async function start() {
  const reason = whyNoWindow();
  const electron = reason ? null : await ensureElectron();
  if (electron) {
    say('opening the window');
    const ended = await runUntilSignal(electron, ['.', ...sandbox()], {
      POSTHORN_DESKTOP_ARGS: JSON.stringify(args),
    });
    if (ended.code === 0 || ended.signalled || ended.afterMs > NEVER_OPENED_MS) return ended.code;
    say(`the window could not be opened (code ${ended.code}): starting the server without it`);
  } else {
    say(`starting the server without a window, because ${reason ?? 'Electron cannot be had here'}`);
  }
  const server = ['out/main/posthorn.js', 'serve', '--workstation', ...args];
  return (await runUntilSignal(process.execPath, server, {})).code;
}

/** Chromium refuses to run its sandbox as root. */
function sandbox() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Runs a program and forwards signals: the first asks it to stop, a second ends it at once.
 * @param {string} command
 * @param {readonly string[]} commandArgs
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, afterMs: number, signalled: boolean }>}
 */
function runUntilSignal(command, commandArgs, env) {
  return new Promise((done, failed) => {
    const startedAt = Date.now();
    let firstSignalAt = 0; // 0 until one came
    // In a process group of its own; otherwise a Ctrl+C at the terminal would reach it in addition to the forwarded
    // one.
    const child = spawn(command, commandArgs, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      detached: process.platform !== 'win32',
    });
    const forward = () => {
      const repeated = firstSignalAt !== 0;
      if (repeated && Date.now() - firstSignalAt < SAME_SIGNAL_MS) return;
      if (!repeated) firstSignalAt = Date.now();
      child.kill(repeated ? 'SIGKILL' : 'SIGTERM');
    };
    // The last one is sent when the terminal is closed.
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, forward);
    // A signal to npm ends the shell between npm and this program, and gets no further: becoming an orphan reveals it.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent && firstSignalAt === 0) forward();
    }, LOOK_MS);
    child.on('error', failed);
    child.on('exit', (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      done({ code: code ?? 1, afterMs: Date.now() - startedAt, signalled: firstSignalAt !== 0 });
    });
  });
}
