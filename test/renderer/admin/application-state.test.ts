import { describe, expect, it } from 'vitest';
import {
  applicationSentence,
  troubleFirst,
} from '../../../src-renderer/admin/features/applications/application-state';

const endpoint = (name: string, more: object = {}) => ({
  url: `https://${name}.example/hook`,
  state: 'active' as const,
  ...more,
});
const FAILING = { state: 'failing' };
const DELAYED = { state: 'delayed' };
const DISABLED = { state: 'disabled' };
const PAUSED = { state: 'paused' };
const text = (...endpoints: ReturnType<typeof endpoint>[]) => applicationSentence(endpoints).text;

describe('the state of an application', () => {
  it("an application's state is one sentence for any number and mix of endpoints", () => {
    expect(text()).toBe('No endpoints yet: messages are stored but not delivered.');
    expect(applicationSentence([], 1)).toEqual({
      tone: 'fine',
      text: 'Its messages are fetched from a polling endpoint.',
    });
    expect(applicationSentence([], 2).text).toBe('Its messages are fetched from 2 polling endpoints.');
    expect(text(endpoint('a'))).toBe('Sends to a.example.');
    expect(text(endpoint('a', PAUSED))).toBe('Its endpoint a.example is paused: nothing is sent.');
    expect(text(endpoint('a', DISABLED))).toBe('Its endpoint a.example is disabled: nothing is sent.');
    expect(text(endpoint('a', FAILING))).toBe('Its endpoint a.example is failing.');
    expect(text(endpoint('a'), endpoint('b'))).toBe('Sends to its 2 endpoints.');
    expect(text(endpoint('a', PAUSED), endpoint('b', FAILING), endpoint('c'))).toBe(
      'Of its 3 endpoints, b.example is failing, 1 is paused.',
    );
    expect(text(endpoint('a', FAILING), endpoint('b', FAILING), endpoint('c', DISABLED))).toBe(
      'Of its 3 endpoints, 2 are failing, 1 is disabled.',
    );
    expect(text(endpoint('a'), endpoint('b', DELAYED))).toBe('Of its 2 endpoints, 1 is delayed.');
  });

  it('an application is failing if any endpoint fails, and waiting if one is paused', () => {
    expect(applicationSentence([endpoint('a')]).tone).toBe('fine');
    expect(applicationSentence([endpoint('a'), endpoint('b', PAUSED)]).tone).toBe('waiting');
    expect(applicationSentence([endpoint('a', FAILING), endpoint('b', PAUSED)]).tone).toBe('failing');
  });

  it("an application's failing endpoints are listed first, then the paused ones", () => {
    const [a, b, c, d] = [
      endpoint('a'),
      endpoint('b', PAUSED),
      endpoint('c'),
      endpoint('d', FAILING),
    ] as const;
    expect(troubleFirst([a, b, c, d])).toEqual([d, b, a, c]);
  });
});
