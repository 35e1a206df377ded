import { expect, it } from 'vitest';
import { overviewSentence } from '../../../src-renderer/admin/features/overview/overview-sentence';
import { ApiFailure } from '../../../src-renderer/api/api-failure';
import type { HealthOut } from '../../../src-server/contract/health';

const NOW = Date.parse('2026-11-29T14:30:00Z');
const ONLINE: HealthOut = { status: 'ok', network: { state: 'online', since: null, waiting: 0 } } as never;
const GOOD = {
  overview: {
    sending: { paused: false, since: null },
    attention: { data: [], total: 0, silent: [] },
    waiting: 12,
  },
  isLost: false,
  health: { data: ONLINE, error: null },
} satisfies Parameters<typeof overviewSentence>[0];
const sentence = (more: Partial<Parameters<typeof overviewSentence>[0]>) =>
  overviewSentence({ ...GOOD, ...more }, NOW);

it('a service that runs, without an endpoint that needs attention, is said in one neutral sentence', () => {
  expect(sentence({})).toEqual({
    tone: 'neutral',
    text: 'The service is running, and no endpoint needs attention.',
  });
});

it('of several troubles the overview says the worst: the service, the connection, the pause, the network, an endpoint', () => {
  const paused = {
    ...GOOD.overview,
    sending: { paused: true, since: '2026-11-29T14:02:00Z' },
    attention: { data: [], total: 2, silent: [] },
  };
  const offline: HealthOut = {
    ...ONLINE,
    network: { state: 'offline', since: '2026-11-29T14:02:00Z', waiting: 312 },
  } as never;
  const failing = new ApiFailure(503, 'unavailable', 'The disk is full.');
  const all = { overview: paused, isLost: true, health: { data: offline, error: failing } };
  expect(sentence(all)).toEqual({ tone: 'failed', text: 'The disk is full.' });
  expect(sentence({ ...all, health: { data: offline, error: null } }).text).toMatch(
    /^The connection is lost\./,
  );
  expect(sentence({ overview: paused, health: { data: offline, error: null } })).toMatchObject({
    tone: 'waiting',
    text: expect.stringMatching(
      /^All sending has been paused since .*\. 12 deliveries waiting; nothing is lost\.$/,
    ),
  });
  const overview = { ...paused, sending: GOOD.overview.sending };
  expect(sentence({ overview, health: { data: offline, error: null } }).text).toMatch(
    /^No network since .*\. 312 deliveries wait/,
  );
  const degraded: HealthOut = {
    ...ONLINE,
    status: 'degraded',
    detail: 'The scheduled backup failed.',
  } as never;
  expect(sentence({ overview, health: { data: degraded, error: null } })).toEqual({
    tone: 'waiting',
    text: 'The scheduled backup failed.',
  });
  expect(sentence({ overview })).toEqual({ tone: 'failed', text: '2 endpoints need attention.' });
});
