import { describe, expect, it } from 'vitest';
import { LOAD, localServerRig } from '../support/local-server-rig';

describe('LocalServer while its process says nothing', () => {
  it('waits for a slow start as long as the process gives signs of life', async () => {
    const { server, newest, looks, givenUp } = localServerRig();
    const started = server.start();
    for (let minute = 0; minute < 30; minute++) {
      looks(23);
      newest().says({ kind: 'starting' }); // it copies a large database, for instance
    }
    expect(newest().killed).toBe(false);
    newest().ready();
    await expect(started).resolves.toMatchObject({ baseUrl: 'http://127.0.0.1:4001' });
    looks(5);
    expect(givenUp).toEqual([]);
  });

  it('ends a process that is silent for two minutes of its start', async () => {
    const { server, newest, looks } = localServerRig();
    const started = server.start();
    looks(23);
    expect(newest().killed).toBe(false);
    looks(1);
    expect(newest().killed).toBe(true);
    await expect(started).rejects.toThrow('did not respond for 120 seconds');
  });

  it('ends a silent process as soon as that is possible', async () => {
    const { server, newest, looks } = localServerRig();
    const started = server.start();
    newest().isNumbered = false;
    looks(24);
    newest().isNumbered = true;
    looks(1);
    expect(newest().killed).toBe(true);
    await expect(started).rejects.toThrow('did not respond for 125 seconds');
  });

  it('gives up a server that dies in each of its slow starts', async () => {
    const { startReady, newest, looks, runOut, givenUp } = localServerRig();
    await startReady();
    newest().ends(1);
    for (let death = 1; death <= 6; death++) {
      runOut();
      for (let sign = 0; sign < 3; sign++) {
        looks(8);
        newest().says({ kind: 'starting' });
      }
      newest().ends(1);
    }
    expect(givenUp).toEqual(['The server process ended with code 1.']);
  });

  it('ends and restarts a server that is silent for half a minute', async () => {
    const { startReady, newest, looks, children, runOut, downs } = localServerRig();
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
    const { startReady, newest, looks, runOut, givenUp } = localServerRig();
    await startReady();
    for (let death = 0; death < 6; death++) {
      looks(6);
      runOut();
      newest().ready();
    }
    looks(6);
    expect(givenUp).toEqual(['The server process did not respond for 30 seconds, and was ended.']);
  });

  it('counts no silence while the machine sleeps, and tells the server of both ends', async () => {
    const { server, startReady, newest, looks } = localServerRig();
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

  it('lets a server that is slow to stop take its time, and tells what was on its way', async () => {
    const { server, newest, looks, startReady, heard } = localServerRig();
    await startReady();
    const stopping = server.stop();
    looks(5);
    newest().says({ kind: 'stopping', load: LOAD });
    for (let sign = 0; sign < 29; sign++) {
      looks(5); // between two signs of a second each: the machine is busy
      newest().pulse();
    }
    expect(newest().killed).toBe(false);
    newest().ends(0);
    await stopping;
    expect(heard[0]).toEqual({ stopping: LOAD });
  });

  it('ends a server by force that does not end half a minute of its own after it began to stop', async () => {
    const { server, newest, startReady } = localServerRig();
    await startReady();
    for (let pulse = 0; pulse < 100; pulse++) newest().pulse();
    const stopping = server.stop();
    newest().pulse(); // it has not heard of the stop yet
    newest().says({ kind: 'stopping', load: LOAD });
    for (let pulse = 0; pulse < 29; pulse++) newest().pulse();
    expect(newest().killed).toBe(false);
    newest().pulse();
    expect(newest().killed).toBe(true);
    await stopping;
  });

  it('ends a server by force that is silent while it should stop', async () => {
    const { server, newest, looks, startReady } = localServerRig();
    await startReady();
    looks(2);
    const stopping = server.stop();
    looks(3);
    expect(newest().killed).toBe(false);
    looks(1);
    expect(newest().killed).toBe(true);
    await stopping;
  });
});
