import { describe, expect, it } from 'vitest';
import { localServerRig } from '../support/local-server-rig';

describe('LocalServer while its process says nothing', () => {
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
    expect(givenUp).toEqual(['The server process did not answer for 30 seconds, and was ended.']);
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
});
