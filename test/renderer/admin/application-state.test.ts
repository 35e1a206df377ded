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
    expect(text(endpoint('a', PAUSED))).toBe('a.example is paused: deliveries are on hold.');
    expect(text(endpoint('a', DISABLED))).toBe('a.example is disabled: deliveries are on hold.');
    expect(text(endpoint('a', FAILING))).toBe('a.example is failing.');
    expect(text(endpoint('a'), endpoint('b'))).toBe('Sends to 2 endpoints.');
    expect(text(endpoint('a', PAUSED), endpoint('b', FAILING), endpoint('c'))).toBe(
      'b.example is failing, 1 of 3 endpoints is paused.',
    );
    expect(text(endpoint('a', FAILING), endpoint('b', FAILING), endpoint('c', DISABLED))).toBe(
      '2 of 3 endpoints are failing, 1 is disabled.',
    );
    expect(text(endpoint('a', FAILING), endpoint('b', FAILING))).toBe('Both endpoints are failing.');
    expect(text(endpoint('a'), endpoint('b', DELAYED))).toBe('1 of 2 endpoints is delayed.');
  });

  it('a failing endpoint is named with its path where another one has the same host', () => {
    const billing = endpoint('a', { url: 'https://a.example/billing', ...FAILING });
    const orders = endpoint('a', { url: 'https://a.example/orders' });
    expect(text(billing, orders, endpoint('b'))).toBe('a.example/billing is failing.');
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
