import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { RecentLog } from '../../../src-server/base/recent-log';

const all = { level: 'debug', text: '', limit: 1000 } as const;
const written: string[] = [];
const destination = { write: (line: string) => void written.push(line) };

describe('the recent log', () => {
  it('has lines from info on, also where the log itself only writes warnings', () => {
    const recent = new RecentLog();
    const log = createLog('warn', destination, recent);
    log.debug('too fine');
    log.info({ count: 3 }, 'a start');
    log.warn('look here');
    expect(recent.read(all).lines.map(({ level, text, fields }) => [level, text, fields])).toEqual([
      ['warn', 'look here', null],
      ['info', 'a start', '{"count":3}'],
    ]);
    expect(written.join('')).not.toContain('a start');
    expect(written.join('')).toContain('look here');
  });

  it('keeps lines for the pages even where the log is silent', () => {
    const recent = new RecentLog();
    createLog('silent', destination, recent).error('broken');
    expect(recent.read(all).lines).toHaveLength(1);
    expect(written.join('')).not.toContain('broken');
  });

  it('is bounded: the oldest lines go, and long ones are cut', () => {
    const recent = new RecentLog();
    const log = createLog('info', destination, recent);
    for (let n = 1; n <= 1203; n++) log.info(`line ${n}`);
    log.info('x'.repeat(100_000));
    const { lines, kept, written: count } = recent.read(all);
    expect([kept, count, lines.length]).toEqual([1000, 1204, 1000]);
    expect(lines.at(-1)?.text).toBe('line 205');
    expect(JSON.stringify(lines[0]).length).toBeLessThan(5000);
  });

  it('is filtered by level and text, and limited', () => {
    const recent = new RecentLog();
    const log = createLog('info', destination, recent);
    log.error({ endpointId: 'ep_1' }, 'Refused');
    log.warn({ endpointId: 'ep_2' }, 'refused');
    log.info('something else');
    expect(recent.read({ ...all, text: 'REFUSED' }).lines).toHaveLength(2);
    expect(recent.read({ ...all, text: 'ep_2' }).lines.map(({ text }) => text)).toEqual(['refused']);
    expect(recent.read({ ...all, level: 'error' }).lines.map(({ text }) => text)).toEqual(['Refused']);
    const page = recent.read({ ...all, limit: 1 });
    expect([page.lines.length, page.matching]).toEqual([1, 3]);
  });

  it('has no secrets: neither those of fields nor those inside of words', () => {
    const recent = new RecentLog();
    const log = createLog('info', destination, recent);
    log.info({ token: 's3cret-a', request: { headers: { authorization: 's3cret-b' } } }, 'x');
    log.info(
      { url: 'http://u:s3cret-c@host/#token=s3cret-d&key=s3cret-e' },
      'Bearer s3cret-f whsec_s3cretg1234',
    );
    expect(JSON.stringify(recent.read(all))).not.toContain('s3cret');
    expect(JSON.stringify(recent.read(all))).toContain('[removed]');
  });
});
