import { expect } from 'vitest';
import { LocalServer, type ServerChild } from '../../src-main/local-server';
import type { FromServer, ServerAddress, ToServer } from '../../src-main/server-messages';

/** What a server in the rig says that it does. */
export const LOAD = { inFlight: 2, waiting: 5, sendingPaused: false, networkSentence: null, attention: 1 };

/** A server process controlled by the test. */
class FakeChild implements ServerChild {
  readonly sent: ToServer[] = [];
  killed = false;
  /** A process without a number yet cannot be ended. */
  isNumbered = true;
  #hear: (message: unknown) => void = () => {};
  #exit: (code: number) => void = () => {};
  send(message: ToServer) {
    this.sent.push(message);
  }
  onMessage(listener: (message: unknown) => void) {
    this.#hear = listener;
  }
  onExit(listener: (code: number) => void) {
    this.#exit = listener;
  }
  kill() {
    if (!this.isNumbered) return;
    this.killed = true;
    this.#exit(9);
  }
  says(message: FromServer | unknown) {
    this.#hear(message);
  }
  ready(port = 4001) {
    this.says({ kind: 'ready', baseUrl: `http://127.0.0.1:${port}`, adminToken: 'secret' });
  }
  pulse() {
    this.says({ kind: 'pulse', load: LOAD });
  }
  ends(code: number) {
    this.#exit(code);
  }
}

/** A local server whose processes and timers the test controls. */
export function localServerRig() {
  const children: FakeChild[] = [];
  let timers: { delayMs: number; task: () => void }[] = [];
  const restarted: ServerAddress[] = [];
  const givenUp: string[] = [];
  const heard: unknown[] = [];
  let downs = 0;
  const server = new LocalServer({
    args: ['--log-level', 'info'],
    preferredPort: 8071,
    secretKey: null,
    fork: () => {
      const child = new FakeChild();
      children.push(child);
      return child;
    },
    after: (delayMs, task) => {
      const timer = { delayMs, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    onRestarted: (address) => restarted.push(address),
    onGivenUp: (reason) => givenUp.push(reason),
    onLoad: (load) => heard.push(load),
    onStopping: (load) => heard.push({ stopping: load }),
    onCertificate: (certificate) => heard.push(certificate),
    onTroubles: (troubles) => heard.push(...troubles),
    onDown: () => {
      downs += 1;
    },
  });
  const newest = () => {
    const child = children.at(-1);
    if (!child) throw new Error('nothing was started');
    return child;
  };
  /** Fires the only timer that is set. */
  const runOut = () => {
    expect(timers).toHaveLength(1);
    const [timer] = timers;
    timers = [];
    timer?.task();
    return timer?.delayMs;
  };
  /** Lets as many looks at a running server go by. */
  const looks = (count: number) => {
    for (let look = 0; look < count; look++) expect(runOut()).toBe(5_000);
  };
  const startReady = async () => {
    const started = server.start();
    newest().ready();
    await started;
  };
  return {
    server,
    children,
    newest,
    runOut,
    looks,
    startReady,
    restarted,
    givenUp,
    heard,
    downs: () => downs,
    timers: () => timers,
  };
}
