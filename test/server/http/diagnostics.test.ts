import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { RecentLog } from '../../../src-server/base/recent-log';
import { endedTask } from '../../support/ended-task';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

let recentLog: RecentLog;
const server = startedForEach(() => {
  recentLog = new RecentLog();
  return startTestServer({ parts: { recentLog, log: createLog('silent', undefined, recentLog) } });
});

describe('the self-check', () => {
  it('has a line for everything that a server depends on, and finds no fault in a new one', async () => {
    const { json } = await server.call('POST', '/diagnostics/self-check');
    const ids = json.findings.map(({ id }: { id: string }) => id);
    // PostgreSQL has its disk elsewhere.
    const ofDisk = process.env.POSTHORN_TEST_ENGINE === 'postgres' ? [] : ['disk', 'flush'];
    expect(ids).toEqual(['database', ...ofDisk, 'clock', 'receiver', 'network', 'names', 'queue']);
    const failed = json.findings.filter(({ state }: { state: string }) => state === 'fail');
    expect(failed).toEqual([]);
    for (const { state, message, advice } of json.findings) {
      expect(message).toMatch(/\.$/);
      expect(message, 'a time as it is stored').not.toMatch(/\d{4}-\d\d-\d\dT/);
      if (state === 'ok') expect(advice).toBeNull();
    }
    expect((await server.call('GET', '/receiver/self-check')).json.count).toBe(0);
  });

  it('reports that the sample is not available if deliveries may not reach this computer', async () => {
    await server.restart({ config: { workstation: false } });
    const { json } = await server.call('POST', '/diagnostics/self-check');
    const found = json.findings.find(({ id }: { id: string }) => id === 'receiver');
    expect(found).toMatchObject({ state: 'warn', advice: expect.stringContaining('Network access') });
  });
});

describe('the log', () => {
  it('is read by level and text, newest first', async () => {
    const first = await server.call('GET', '/diagnostics/log');
    const numbers = first.json.lines.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    const accepting = expect.objectContaining({ level: 'info', text: 'accepting requests' });
    expect(first.json.lines).toContainEqual(accepting);
    await server.call('POST', '/app', { name: 'A', uid: 'a' });
    const found = await server.call('GET', '/diagnostics/log?level=error&text=nothing-of-the-kind');
    expect(found.json).toMatchObject({ lines: [], matching: 0 });
    expect((await server.call('GET', '/diagnostics/log?level=loud')).status).toBe(422);
  });
});

describe('a pacing test', () => {
  it('measures what arrives at the limit, and leaves no application behind', async () => {
    const worstSecond = async (): Promise<number> => {
      const { status, json } = await server.call('POST', '/diagnostics/pacing-test', {
        messages: 30,
        rateLimit: 20,
      });
      expect(status).toBe(202);
      const task = await endedTask(server, json.id);
      expect(task).toMatchObject({ status: 'finished', data: { error: null, accepted: 30, arrived: 30 } });
      const { result } = task.data;
      expect(result).toMatchObject({ messages: 30, rateLimit: 20 });
      expect(result.arrivalsMs).toHaveLength(30);
      expect(result.arrivalsMs[0]).toBe(0);
      expect((await server.call('GET', '/app')).json.data).toEqual([]);
      return result.worstSecond;
    };
    // A busy process reads a request late now and then, and finds the next one too close behind it.
    let worst = await worstSecond();
    for (let tries = 1; tries < 3 && worst > 20; tries++) worst = await worstSecond();
    expect(worst).toBeLessThanOrEqual(20);
  });

  it('is stopped on request, and leaves no application behind', async () => {
    const body = { messages: 60, rateLimit: 1 };
    const { json } = await server.call('POST', '/diagnostics/pacing-test', body);
    expect((await server.call('POST', '/diagnostics/pacing-test', body)).status).toBe(409);
    while ((await server.call('GET', '/app')).json.data.length === 0);
    expect((await server.call('POST', `/background-task/${json.id}/stop`)).json.data.stopped).toBe(true);
    while ((await server.call('GET', '/app')).json.data.length > 0);
  });

  it('that ended with its server is reported as failed, and cleaned up', async () => {
    const { json } = await server.call('POST', '/diagnostics/pacing-test', { messages: 60, rateLimit: 1 });
    while ((await server.call('GET', '/app')).json.data.length === 0);
    await server.restart();
    expect(await endedTask(server, json.id)).toMatchObject({
      status: 'failed',
      data: { error: expect.stringContaining('Start the task again') },
    });
    expect((await server.call('GET', '/app')).json.data).toEqual([]);
  });

  it('is bounded', async () => {
    const long = await server.call('POST', '/diagnostics/pacing-test', { messages: 200, rateLimit: 1 });
    expect(long.status).toBe(422);
  });

  it('is refused at once where the server may not deliver to itself, or while all sending is paused', async () => {
    const begin = () => server.call('POST', '/diagnostics/pacing-test', { messages: 5, rateLimit: 5 });
    await server.call('PUT', '/sending', { paused: true });
    expect((await begin()).json).toMatchObject({
      code: 'generic_error',
      detail: expect.stringContaining('paused'),
    });
    await server.restart({ config: { workstation: false } });
    const refused = await begin();
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining('127.0.0.1')]);
    expect((await server.call('GET', '/background-task')).json.data).toEqual([]);
    expect((await server.call('GET', '/diagnostics/log?level=warn&text=job')).json.lines).toEqual([]);
  });
});

describe('a crash test', () => {
  it('is refused with the reason if no second server can be started', async () => {
    const response = await server.call('POST', '/diagnostics/crash-test', { kills: 1 });
    expect(response.status).toBe(400);
    expect(response.json.detail).toContain('second one');
  });
});
