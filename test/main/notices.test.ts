import { describe, expect, it } from 'vitest';
import { type Notice, Notices } from '../../src-main/notices';
import type { EndpointTrouble } from '../../src-main/server-messages';

/** Notices whose time the test controls. */
function setUp() {
  const shown: Notice[] = [];
  let now = 0;
  let timer: { at: number; task: () => void } | null = null;
  const notices = new Notices({
    show: (notice) => shown.push(notice),
    now: () => now,
    after: (delayMs, task) => {
      timer = { at: now + delayMs, task };
      return () => {
        timer = null;
      };
    },
  });
  const advance = (ms: number) => {
    const end = now + ms;
    while (timer && timer.at <= end) {
      const { at, task } = timer;
      now = at;
      timer = null;
      task();
    }
    now = end;
  };
  return { notices, shown, advance, titles: () => shown.map(({ title }) => title) };
}

const trouble = (n: number, kind: EndpointTrouble['kind'] = 'failing'): EndpointTrouble => ({
  kind,
  appId: 'app_1',
  endpointId: `ep_${n}`,
  host: `${n}.test`,
  appName: 'Acme',
});
const MINUTE = 60_000;

describe('notices', () => {
  it('name the endpoint, say what is the matter, and lead to its page', () => {
    const { notices, shown, advance } = setUp();
    notices.tell([trouble(1), trouble(2, 'disabled')]);
    advance(MINUTE);
    notices.tell([trouble(3, 'delayed')]);
    expect(shown.map(({ title, screen }) => [title, screen])).toEqual([
      ['1.test is failing', 'apps/app_1/endpoints/ep_1'],
      ['2.test was disabled', 'apps/app_1/endpoints/ep_2'],
      ['3.test is delayed', 'apps/app_1/endpoints/ep_3/live'],
    ]);
    for (const { body } of shown) expect(body).toContain('Acme');
  });

  it('name one endpoint at most once an hour', () => {
    const { notices, titles, advance } = setUp();
    notices.tell([trouble(1)]);
    advance(59 * MINUTE);
    notices.tell([trouble(1, 'disabled')]);
    expect(titles()).toEqual(['1.test is failing']);
    advance(MINUTE);
    notices.tell([trouble(1, 'disabled')]);
    expect(titles()).toEqual(['1.test is failing', '1.test was disabled']);
  });

  it('make two notices and one sum of an outage that breaks a thousand endpoints', () => {
    const { notices, titles, shown, advance } = setUp();
    for (let n = 0; n < 1000; n++) notices.tell([trouble(n)]);
    expect(titles()).toEqual(['0.test is failing', '1.test is failing']);
    advance(MINUTE);
    expect(titles().slice(2)).toEqual(['998 more endpoints need attention']);
    expect(shown.at(-1)?.screen).toBe('deliveries/attention');
    advance(60 * MINUTE);
    expect(titles()).toHaveLength(3);
  });

  it('never show more than three in a minute, however long it goes on', () => {
    const { notices, titles, advance } = setUp();
    for (let second = 0; second < 600; second++) {
      notices.tell([trouble(second)]);
      advance(1_000);
    }
    expect(titles().length).toBeLessThanOrEqual(30);
    const sums = titles().flatMap((title) => /^(\d+) more/.exec(title)?.[1] ?? []);
    const single = titles().filter((title) => title.endsWith('is failing')).length;
    advance(MINUTE);
    const all = titles().flatMap((title) => /^(\d+) more/.exec(title)?.[1] ?? []);
    expect(all.length).toBeGreaterThanOrEqual(sums.length);
    expect(all.reduce((sum, count) => sum + Number(count), single)).toBe(600);
  });

  it('show nothing that was held back once the program ends', () => {
    const { notices, titles, advance } = setUp();
    notices.tell([trouble(1), trouble(2), trouble(3)]);
    notices.stop();
    advance(MINUTE);
    expect(titles()).toHaveLength(2);
  });
});
