import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  openedEndpoint,
  toBody,
  toDraft,
  toPollingBody,
} from '../../../src-renderer/shared/endpoint/endpoint-draft';
import { canBeOpened } from '../../../src-renderer/ui/drafts/draft-store';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';

const draft = { ...toDraft(undefined), url: ' https://a.example/hook ' };

describe('the draft of an endpoint', () => {
  it('the draft of a saved endpoint is sent back unchanged', () => {
    const saved = {
      ...{ url: 'https://a.example/', description: 'Orders', rateLimit: 25 },
      ...{ filterTypes: ['a.one'], filterGroups: null, channels: ['a', 'b'] },
      ...{ filter: { payload: { amount: { $gte: 100 } } }, ordered: true, eventTypeNotices: true },
    };
    expect(toBody(toDraft(openedEndpoint(saved as unknown as EndpointOut)), [])).toEqual(saved);
  });

  it('the draft of a saved polling endpoint is sent back unchanged', () => {
    const saved = {
      ...{ uid: 'night-job', description: 'Nightly', filterTypes: ['a.one'], channels: ['a'] },
      ...{ filter: { payload: { amount: { $gte: 100 } } }, disabled: true },
    };
    const opened = openedEndpoint({ id: 'poll_1', ...saved } as unknown as PollingEndpointOut);
    expect(toPollingBody(toDraft(opened), [])).toEqual(saved);
  });

  it('a polling endpoint takes the event types that are in a chosen group now, and needs no URL', () => {
    const types = ['b.two', 'b.one'].map((name) => ({ name }));
    const choice = { names: new Set(['a.one']), groups: new Set(['b']) };
    const polled = { ...toDraft(undefined), kind: 'polling', scope: 'some', choice, uid: ' ' } as const;
    expect(faultsOf(polled, { requireEndpointChannel: true, enforceHttps: true })).toEqual({});
    expect(faultsOf({ ...polled, channels: '/' })).toEqual({ channels: 'malformed' });
    expect(toPollingBody(polled, [{ name: 'b', eventTypes: types }])).toEqual({
      ...{ uid: null, description: '', filterTypes: ['a.one', 'b.one', 'b.two'] },
      ...{ channels: null, filter: null, disabled: false },
    });
  });

  it("a draft receives all events at the application's rate limit unless set otherwise", () => {
    expect(toBody(draft, [])).toEqual({
      ...{ url: 'https://a.example/hook', description: '', rateLimit: null },
      ...{ filterTypes: null, filterGroups: null, channels: null, filter: null },
      ordered: false,
      eventTypeNotices: false,
    });
    expect(toBody({ ...draft, rateLimit: '25' }, []).rateLimit).toBeNull();
    expect(
      toBody({ ...draft, scope: 'all', choice: { names: new Set(['a']), groups: new Set() } }, []),
    ).toEqual(toBody(draft, []));
  });

  it.each([
    ['', {}, 'missing'],
    ['a.example/hook', {}, 'incomplete'],
    ['ftp://a.example', {}, 'not-http'],
    ['http://a.example', {}, undefined],
    ['http://a.example', { enforceHttps: true }, 'not-https'],
    ['a.example/hook', { enforceHttps: true }, 'not-https'],
  ])('the URL "%s" with %o has the fault: %s', (url, rules, fault) => {
    expect(faultsOf({ ...draft, url }, rules).url).toBe(fault);
  });

  it('an empty choice of events is sent as null, never as an empty list', () => {
    const empty = { names: new Set<string>(), groups: new Set<string>() };
    expect(toBody({ ...draft, scope: 'some', choice: empty }, [])).toMatchObject({
      filterTypes: null,
      filterGroups: null,
    });
  });

  it('an empty choice of events is refused, and never means all', () => {
    expect(faultsOf({ ...draft, scope: 'some' })).toEqual({ events: 'nothing' });
    expect(faultsOf(draft, { requireEndpointFilterTypes: true })).toEqual({ events: 'nothing' });
  });

  it('a name of an event type that is not valid is refused while it is chosen', () => {
    const choice = { names: new Set(['invoice.paid', 'not a name']), groups: new Set<string>() };
    expect(faultsOf({ ...draft, scope: 'some', choice })).toEqual({ events: 'malformed' });
    expect(faultsOf({ ...draft, scope: 'all', choice })).toEqual({});
  });

  it('a filter is a JSON object, and an empty one is none', () => {
    const of = (filter: string) => [faultsOf({ ...draft, filter }), toBody({ ...draft, filter }, []).filter];
    for (const none of ['', ' \n', '{}', '{ }']) expect(of(none), none).toEqual([{}, null]);
    for (const text of ['{', '[]', 'null', '5', '"a"', '{"a": 1,}'])
      expect(of(text), text).toEqual([{ filter: 'malformed' }, null]);
    expect(of('{"payload": {"b": 1, "a": [2]}}')).toEqual([{}, { payload: { b: 1, a: [2] } }]);
  });

  it('the numbers and the order of the members of a filter reach the server as typed', () => {
    const text = '{"payload":{"b":12345678901234567890,"2":1e400,"1":1.0}}';
    expect(stringifyOrdered(toBody({ ...draft, filter: text }, []).filter)).toBe(text);
  });

  it('a draft can be gone on with after somebody else gave the filter another shape', () => {
    const of = (filter: unknown) => openedEndpoint({ url: 'https://a.example/', filter } as EndpointOut);
    const number = of({ payload: { amount: 5 } });
    const range = of({ payload: { amount: { $gte: 5 } } });
    expect(canBeOpened(number, range)).toBe(true);
    expect(canBeOpened(range, number)).toBe(true);
    expect(canBeOpened(range, of(null))).toBe(true);
  });

  it('where an endpoint must have channels, missing and malformed ones are told apart', () => {
    const rules = { requireEndpointChannel: true };
    expect(faultsOf(draft, rules)).toEqual({ channels: 'missing' });
    expect(faultsOf({ ...draft, channels: ' , ' }, rules)).toEqual({ channels: 'missing' });
    expect(faultsOf({ ...draft, channels: 'a b' })).toEqual({ channels: 'malformed' });
    expect(faultsOf({ ...draft, channels: 'a, b' }, rules)).toEqual({});
  });

  it('an endpoint older than a rule may stay as it is, but may not break the rule once it follows it', () => {
    const rules = { requireEndpointChannel: true, requireEndpointFilterTypes: true, enforceHttps: true };
    const before = { ...draft, url: 'http://a.example/' };
    expect(faultsOf({ ...before, description: 'new' }, { ...rules, before })).toEqual({});
    const chosen = { names: new Set(['a']), groups: new Set<string>() };
    const fits = { ...draft, scope: 'some', choice: chosen, channels: 'a' } as const;
    expect(faultsOf({ ...fits, scope: 'all', channels: '' }, { ...rules, before: fits })).toEqual({
      ...{ events: 'nothing', channels: 'missing' },
    });
  });

  it("an endpoint's own rate limit may not exceed the highest allowed", () => {
    const own = (rateLimit: string) => faultsOf({ ...draft, speed: 'own', rateLimit }, { highestRate: 250 });
    expect(own('250')).toEqual({});
    for (const text of ['251', '0', '1.5', '']) expect(own(text)).toEqual({ rateLimit: 'malformed' });
    expect(faultsOf({ ...draft, rateLimit: 'fast' })).toEqual({});
  });
});

describe('the sending state of a draft', () => {
  const of = (disabled: boolean, paused: boolean) =>
    toDraft(openedEndpoint({ url: 'https://a.example/', disabled, paused } as EndpointOut));

  it('the sending state of an endpoint is one choice made from two flags', () => {
    expect(
      [of(false, false), of(false, true), of(true, false), of(true, true)].map((draft) => draft.sending),
    ).toEqual(['on', 'paused', 'disabled', 'disabled']);
  });

  it('a changed sending state is sent with both flags, and an unchanged one not at all', () => {
    expect(toBody({ ...of(true, true), sending: 'on' }, [], 'disabled')).toMatchObject({
      disabled: false,
      paused: false,
    });
    expect(toBody({ ...of(true, true), sending: 'paused' }, [], 'disabled')).toMatchObject({
      disabled: false,
      paused: true,
    });
    expect(toBody({ ...of(false, true), sending: 'disabled' }, [], 'paused')).toMatchObject({
      disabled: true,
      paused: false,
    });
    expect(toBody(of(false, false), [])).not.toHaveProperty('disabled');
    expect(toBody(of(true, true), [], 'disabled')).not.toHaveProperty('disabled');
  });
});
