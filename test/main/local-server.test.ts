import { describe, expect, it } from 'vitest';
import { LOAD, localServerRig } from '../support/local-server-rig';

describe('LocalServer', () => {
  it('hands its settings to the process and answers with the address when that is ready', async () => {
    const { server, newest } = localServerRig();
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
    const { server, children, newest, timers } = localServerRig();
    const started = server.start();
    newest().says({ kind: 'failed', reason: 'Another server uses this folder.' });
    expect(newest().killed).toBe(true);
    await expect(started).rejects.toThrow('Another server uses this folder.');
    expect(children).toHaveLength(1);
    expect(timers()).toHaveLength(0);
  });

  it('rejects when the process ends before it was ready', async () => {
    const { server, newest } = localServerRig();
    const started = server.start();
    newest().ends(134);
    await expect(started).rejects.toThrow('code 134');
  });

  it('does not take something else for a message of the server', async () => {
    const { server, newest } = localServerRig();
    const started = server.start();
    for (const odd of [null, 'ready', { kind: 'ready' }, { kind: 'ready', baseUrl: 7, adminToken: 'x' }]) {
      newest().says(odd);
    }
    newest().ready(4002);
    await expect(started).resolves.toMatchObject({ baseUrl: 'http://127.0.0.1:4002' });
  });

  it('starts a server that died again after a pause, on the port it had, and tells the new address', async () => {
    const { server, children, newest, runOut, restarted } = localServerRig();
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
    const { server, newest, runOut, givenUp } = localServerRig();
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
    const { server, newest, runOut } = localServerRig();
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

  it('passes on what the server does and which endpoints need somebody, and nothing malformed', async () => {
    const { startReady, newest, heard } = localServerRig();
    await startReady();
    const trouble = { kind: 'failing', appId: 'app_1', endpointId: 'ep_1', host: 'a.test', appName: 'A' };
    newest().pulse();
    newest().says({ kind: 'troubles', troubles: [trouble] });
    for (const odd of [
      { kind: 'pulse' },
      { kind: 'stopping' },
      { kind: 'pulse', load: { ...LOAD, inFlight: 'many' } },
      { kind: 'stopping', load: { ...LOAD, waiting: null } },
      { kind: 'troubles', troubles: [{ ...trouble, kind: 'bored' }] },
      { kind: 'troubles', troubles: [{ ...trouble, host: null }] },
      { kind: 'troubles', troubles: 'none' },
    ]) {
      newest().says(odd);
    }
    expect(heard).toEqual([LOAD, trouble]);
  });

  it('tells a running server to pause, and no other', async () => {
    const { server, startReady, newest, runOut } = localServerRig();
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
    const { server, newest, runOut, startReady, givenUp, children } = localServerRig();
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
    const { server, newest, startReady } = localServerRig();
    const started = server.start();
    newest().says({ kind: 'failed', reason: 'Another server uses this folder.' });
    await expect(started).rejects.toThrow('Another server');
    await startReady();
  });

  it('can be ended at once while it stops', async () => {
    const { server, newest, startReady } = localServerRig();
    await startReady();
    const stopping = server.stop();
    newest().pulse(); // it still tells what is on its way
    server.kill();
    await stopping;
    expect(newest().killed).toBe(true);
  });

  it('asks the process to stop and waits until it is gone', async () => {
    const { server, newest, children, timers } = localServerRig();
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

  it('can be stopped between two tries, and then stays stopped', async () => {
    const { server, newest, children, timers } = localServerRig();
    const started = server.start();
    newest().ready();
    await started;
    newest().ends(1);
    await server.stop();
    expect(timers()).toHaveLength(0);
    expect(children).toHaveLength(1);
  });

  it('can be stopped while it starts', async () => {
    const { server, newest } = localServerRig();
    const started = server.start();
    const stopping = server.stop();
    await expect(started).rejects.toThrow('stopped before');
    newest().ready();
    newest().ends(0);
    await stopping;
  });
});
