import { describe, expect, it } from 'vitest';
import {
  applicationSentence,
  troubleFirst,
} from '../../../src-renderer/admin/features/applications/application-state';

const endpoint = (name: string, more: object = {}) => ({
  url: `https://${name}.example/hook`,
  disabled: false,
  paused: false,
  disabledReason: null,
  failingSince: null,
  ...more,
});
const FAILING = { failingSince: '2026-11-23T14:02:00Z' };
const GIVEN_UP = { disabled: true, disabledReason: 'failing' as const };
const text = (...endpoints: ReturnType<typeof endpoint>[]) => applicationSentence(endpoints).text;

describe('the state of an application', () => {
  it("an application's state is one sentence for any number and mix of endpoints", () => {
    expect(text()).toBe('No endpoint yet: its messages are stored and go nowhere.');
    expect(text(endpoint('a'))).toBe('Sends to a.example.');
    expect(text(endpoint('a', { paused: true }))).toBe('Its endpoint a.example is paused: nothing is sent.');
    expect(text(endpoint('a', { disabled: true, paused: true }))).toBe(
      'Its endpoint a.example is disabled: nothing is sent.',
    );
    expect(text(endpoint('a', GIVEN_UP))).toBe('Its endpoint a.example fails.');
    expect(text(endpoint('a'), endpoint('b'))).toBe('Sends to its 2 endpoints.');
    expect(text(endpoint('a', { paused: true }), endpoint('b', FAILING), endpoint('c'))).toBe(
      'Of its 3 endpoints, b.example fails, 1 is paused.',
    );
    expect(text(endpoint('a', GIVEN_UP), endpoint('b', FAILING), endpoint('c', { disabled: true }))).toBe(
      'Of its 3 endpoints, 2 fail, 1 is disabled.',
    );
  });

  it('an application is failing if any endpoint fails, and waiting if one is paused', () => {
    expect(applicationSentence([endpoint('a')]).tone).toBe('fine');
    expect(applicationSentence([endpoint('a'), endpoint('b', { paused: true })]).tone).toBe('waiting');
    expect(applicationSentence([endpoint('a', FAILING), endpoint('b', { paused: true })]).tone).toBe(
      'failing',
    );
  });

  it("an application's failing endpoints are listed first, then the paused ones", () => {
    const [a, b, c, d] = [
      endpoint('a'),
      endpoint('b', { paused: true }),
      endpoint('c'),
      endpoint('d', FAILING),
    ] as const;
    expect(troubleFirst([a, b, c, d])).toEqual([d, b, a, c]);
  });
});
