import { describe, expect, it } from 'vitest';
import { LocalServer, type ServerChild } from '../../src-main/local-server';
import type { FromServer, ServerAddress, ToServer } from '../../src-main/server-messages';

const LOAD = { inFlight: 2, waiting: 5, sendingPaused: false, attention: 1 };

/** A server process controlled by the test. */
class FakeChild implements ServerChild {
  readonly sent: ToServer[] = [];
  killed = false;
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
function setUp() {
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

describe('LocalServer', () => {
  it('hands its settings to the process and answers with the address when that is ready', async () => {
    const { server, newest } = setUp();
    const started = server.start();
    expect(newest().sent).toEqual([
      {
        kind: 'start',
        args: ['--log-level', 'info'],
        secretKey: null,
        preferredPort: 8071,
      },
    ]);
    newest().ready();
    await expect(started).resolves.toEqual({ baseUrl: 'http://127.0.0.1:4001', adminToken: 'secret' });
  });

  it('passes on the reason when the server cannot start, and does not try again', async () => {
    const { server, children, newest, timers } = setUp();
    const started = server.start();
    newest().says({ kind: 'failed', reason: 'Another server uses this folder.' });
    expect(newest().killed).toBe(true);
    await expect(started).rejects.toThrow('Another server uses this folder.');
    expect(children).toHaveLength(1);
    expect(timers()).toHaveLength(0);
  });

  it('rejects when the process ends before it was ready', async () => {
    const { server, newest } = setUp();
    const started = server.start();
    newest().ends(134);
    await expect(started).rejects.toThrow('code 134');
  });

  it('ends a process that is not ready in time', async () => {
    const { server, newest, runOut } = setUp();
    const started = server.start();
    expect(runOut()).toBe(60_000);
    expect(newest().killed).toBe(true);
    await expect(started).rejects.toThrow('ended');
  });

  it('does not take something else for a message of the server', async () => {
    const { server, newest } = setUp();
    const started = server.start();
    for (const odd of [null, 'ready', { kind: 'ready' }, { kind: 'ready', baseUrl: 7, adminToken: 'x' }]) {
      newest().says(odd);
    }
    newest().ready(4002);
    await expect(started).resolves.toMatchObject({ baseUrl: 'http://127.0.0.1:4002' });
  });

  it('starts a server that died again after a pause, on the port it had, and tells the new address', async () => {
    const { server, children, newest, runOut, restarted } = setUp();
    const started = server.start();
    newest().ready(4001);
    await started;
    newest().ends(1);
    expect(children).toHaveLength(1);
    expect(runOut()).toBe(250);
    expect(children).toHaveLength(2);
    expect(newest().sent[0]).toMatchObject({ kind: 'start', preferredPort: 4001 });
    newest().ready(4005);
    expect(restarted.map((address) => address.baseUrl)).toEqual(['http://127.0.0.1:4005']);
  });

  it('waits longer after each death in a row and gives up after the sixth restart', async () => {
    const { server, newest, runOut, givenUp } = setUp();
    const started = server.start();
    newest().ready();
    await started;
    const pauses = [];
    for (let death = 0; death < 6; death++) {
      newest().ends(1);
      pauses.push(runOut());
      newest().ready();
    }
    expect(pauses).toEqual([250, 1000, 2000, 4000, 8000, 16_000]);
    expect(givenUp).toEqual([]);
    newest().ends(1);
    expect(givenUp).toEqual(['The server process ended with code 1.']);
  });

  it('begins with the short pause again after a calm run', async () => {
    const { server, newest, runOut } = setUp();
    const started = server.start();
    newest().ready();
    await started;
    newest().ends(1);
    runOut();
    newest().ready();
    for (let look = 0; look < 12; look++) {
      newest().pulse();
      expect(runOut()).toBe(5_000);
    }
    newest().ends(1);
    expect(runOut()).toBe(250);
  });

  it('ends and restarts a server that is silent for half a minute', async () => {
    const { startReady, newest, looks, children, runOut, downs } = setUp();
    await startReady();
    looks(5);
    newest().pulse(); // and it is forgiven
    looks(5);
    expect(newest().killed).toBe(false);
    looks(1);
    expect(newest().killed).toBe(true);
    expect(downs()).toBe(1);
    expect(runOut()).toBe(250);
    expect(children).toHaveLength(2);
  });

  it('gives the silence as the reason when it gives up', async () => {
    const { startReady, newest, looks, runOut, givenUp } = setUp();
    await startReady();
    for (let death = 0; death < 6; death++) {
      looks(6);
      runOut();
      newest().ready();
    }
    looks(6);
    expect(givenUp).toEqual(['The server process did not answer for 30 seconds, and was ended.']);
  });

  it('counts no silence while the machine sleeps, and tells the server of both ends', async () => {
    const { server, startReady, newest, looks } = setUp();
    await startReady();
    looks(5);
    server.sleep();
    looks(100);
    server.wake();
    looks(5);
    expect(newest().killed).toBe(false);
    expect(newest().sent.slice(1)).toEqual([{ kind: 'sleep' }, { kind: 'wake' }]);
    looks(1);
    expect(newest().killed).toBe(true);
  });

  it('passes on what the server does and which endpoints need somebody, and nothing malformed', async () => {
    const { startReady, newest, heard } = setUp();
    await startReady();
    const trouble = { kind: 'failing', appId: 'app_1', endpointId: 'ep_1', host: 'a.test', appName: 'A' };
    newest().pulse();
    newest().says({ kind: 'troubles', troubles: [trouble] });
    for (const odd of [
      { kind: 'pulse' },
      { kind: 'pulse', load: { ...LOAD, inFlight: 'many' } },
      { kind: 'troubles', troubles: [{ ...trouble, kind: 'bored' }] },
      { kind: 'troubles', troubles: [{ ...trouble, host: null }] },
      { kind: 'troubles', troubles: 'none' },
    ]) {
      newest().says(odd);
    }
    expect(heard).toEqual([LOAD, trouble]);
  });

  it('tells a running server to pause, and no other', async () => {
    const { server, startReady, newest, runOut } = setUp();
    await startReady();
    server.pauseSending(true);
    expect(newest().sent.at(-1)).toEqual({ kind: 'pause-sending', paused: true });
    newest().ends(1);
    server.pauseSending(false);
    server.sleep();
    runOut();
    expect(newest().sent.map(({ kind }) => kind)).toEqual(['start']);
  });

  it('starts again after it was given up, with all its tries', async () => {
    const { server, newest, runOut, startReady, givenUp, children } = setUp();
    await startReady();
    for (let death = 0; death < 6; death++) {
      newest().ends(1);
      runOut();
      newest().ready();
    }
    newest().ends(1);
    expect(givenUp).toHaveLength(1);
    const again = server.start();
    newest().ready(4001);
    await expect(again).resolves.toMatchObject({ baseUrl: 'http://127.0.0.1:4001' });
    newest().ends(1);
    expect(runOut()).toBe(250);
    expect(children).toHaveLength(9);
  });

  it('starts again after it could not start', async () => {
    const { server, newest, startReady } = setUp();
    const started = server.start();
    newest().says({ kind: 'failed', reason: 'Another server uses this folder.' });
    await expect(started).rejects.toThrow('Another server');
    await startReady();
  });

  it('can be ended at once while it stops', async () => {
    const { server, newest, startReady } = setUp();
    await startReady();
    const stopping = server.stop();
    newest().pulse(); // it still tells what is on its way
    server.kill();
    await stopping;
    expect(newest().killed).toBe(true);
  });

  it('asks the process to stop and waits until it is gone', async () => {
    const { server, newest, children, timers } = setUp();
    const started = server.start();
    newest().ready();
    await started;
    let stopped = false;
    const stopping = server.stop().then(() => {
      stopped = true;
    });
    expect(newest().sent.at(-1)).toEqual({ kind: 'stop' });
    await Promise.resolve();
    expect(stopped).toBe(false);
    newest().ends(0);
    await stopping;
    expect(children).toHaveLength(1);
    expect(timers()).toHaveLength(0);
  });

  it('ends a process by force that does not stop in time', async () => {
    const { server, newest, runOut } = setUp();
    const started = server.start();
    newest().ready();
    await started;
    const stopping = server.stop();
    expect(runOut()).toBe(12_000);
    await stopping;
    expect(newest().killed).toBe(true);
  });

  it('can be stopped between two tries, and then stays stopped', async () => {
    const { server, newest, children, timers } = setUp();
    const started = server.start();
    newest().ready();
    await started;
    newest().ends(1);
    await server.stop();
    expect(timers()).toHaveLength(0);
    expect(children).toHaveLength(1);
  });

  it('can be stopped while it starts', async () => {
    const { server, newest } = setUp();
    const started = server.start();
    const stopping = server.stop();
    await expect(started).rejects.toThrow('stopped before');
    newest().ready();
    newest().ends(0);
    await stopping;
  });
});
