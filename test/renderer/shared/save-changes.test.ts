import { describe, expect, it } from 'vitest';
import {
  type ApplicationFields,
  editedApplication,
} from '../../../src-renderer/admin/data/edited-application';
import { editedEventType } from '../../../src-renderer/admin/data/edited-event-type';
import { editedSettings } from '../../../src-renderer/admin/data/edited-settings';
import { editedConnection } from '../../../src-renderer/admin/data/working-copy/edited-connection';
import { ApiClient } from '../../../src-renderer/api/api-client';
import { editedEndpoint } from '../../../src-renderer/shared/endpoint/edited-endpoint';
import { editedHeaders } from '../../../src-renderer/shared/endpoint/edited-headers';
import { type EditedThing, saveChanges } from '../../../src-renderer/shared/forms/save-changes';
import { SaveConflict } from '../../../src-renderer/shared/forms/save-conflict';
import { undoChange } from '../../../src-renderer/shared/forms/undo-change';
import { rebased } from '../../../src-renderer/shared/forms/use-save-changes';
import { UndoRefused } from '../../../src-renderer/ui/toast-store';
import type { SettingsOut } from '../../../src-server/contract/settings';
import { IS_WHOLE } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
const api = () => new ApiClient({ baseAddress: server.baseUrl, token: server.adminToken });
let made = 0;

async function newApplication(): Promise<string> {
  return server.create('/app', { name: 'Globex', rateLimit: 100, uid: `globex-${made++}` });
}
async function newEndpoint() {
  const appId = await newApplication();
  const body = { url: 'https://globex.example/a', description: 'old', filterTypes: null, channels: ['a'] };
  return { appId, endpointId: await server.create(`/app/${appId}/endpoint`, body) };
}

type State = Readonly<Record<string, unknown>>;
interface Form {
  /** Makes what the form edits. */
  readonly make: () => Promise<EditedThing<State>>;
  /** Two other values of each field. */
  readonly edits: Readonly<Record<string, readonly [State, State]>>;
}

/** Every form that saves something that exists, in the admin pages and in the portal. */
const FORMS: Readonly<Record<string, Form>> = {
  'event type': {
    async make() {
      const name = `invoice.paid-${made++}`;
      await server.call('POST', '/event-type', { name, description: 'with a tpyo' });
      return editedEventType(api(), name) as unknown as EditedThing<State>;
    },
    edits: {
      description: [{ description: 'without a typo' }, { description: 'another' }],
      featureFlags: [{ featureFlags: ['beta'] }, { featureFlags: ['beta', 'internal'] }],
      groupName: [{ groupName: 'billing' }, { groupName: 'orders' }],
      deprecated: [{ deprecated: true }, { deprecated: true }],
      archived: [{ archived: true }, { archived: true }],
    },
  },
  application: {
    make: async () => editedApplication(api(), await newApplication()) as unknown as EditedThing<State>,
    edits: {
      name: [{ name: 'Globex Ltd' }, { name: 'Globex Inc' }],
      rateLimit: [{ rateLimit: 1 }, { rateLimit: null }],
      uid: [{ uid: null }, { uid: null }],
    },
  },
  endpoint: {
    make: async () => editedEndpoint(api(), await newEndpoint()) as unknown as EditedThing<State>,
    edits: {
      url: [{ url: 'https://globex.example/b' }, { url: 'https://globex.example/c' }],
      description: [{ description: 'new' }, { description: 'newer' }],
      events: [
        { filterTypes: null, filterGroups: ['invoice'] },
        { filterTypes: null, filterGroups: ['order'] },
      ],
      rateLimit: [{ rateLimit: 5 }, { rateLimit: 7 }],
      channels: [{ channels: ['b'] }, { channels: null }],
      sending: [
        { disabled: false, paused: true },
        { disabled: true, paused: false },
      ],
    },
  },
  'headers of an endpoint': {
    make: async () =>
      editedHeaders(api(), await newEndpoint(), ['x-tenant', 'x-region']) as unknown as EditedThing<State>,
    edits: {
      'x-tenant': [{ 'x-tenant': 'a' }, { 'x-tenant': 'b' }],
      'x-region': [{ 'x-region': 'eu' }, { 'x-region': 'us' }],
    },
  },
  settings: {
    async make() {
      const start = {
        ...{ displayName: null, enforceHttps: false, retryPolicy: null, readOnly: false },
        ...{ endpointsPerAppLimit: null, customColor: null, portalFrameAncestors: [] },
      };
      await server.call('PATCH', '/settings', start);
      return editedSettings(api()) as unknown as EditedThing<State>;
    },
    edits: {
      displayName: [{ displayName: 'Acme' }, { displayName: 'Acme GmbH' }],
      enforceHttps: [{ enforceHttps: true }, { enforceHttps: true }],
      retryPolicy: [{ retryPolicy: [5, 300] }, { retryPolicy: [300, 5] }],
      endpointsPerAppLimit: [{ endpointsPerAppLimit: 50 }, { endpointsPerAppLimit: 70 }],
      customColor: [{ customColor: '#2f6f4f' }, { customColor: '#ffcc00' }],
      portalFrameAncestors: [
        { portalFrameAncestors: ['https://a.example'] },
        { portalFrameAncestors: ['https://b.example'] },
      ],
    },
  },
  connection: {
    async make() {
      const body = {
        name: `Staging ${made++}`,
        baseUrl: server.baseUrl,
        token: server.adminToken,
        mode: 'direct',
      };
      return editedConnection(
        api(),
        await server.create('/connections', body),
      ) as unknown as EditedThing<State>;
    },
    edits: {
      name: [{ name: 'Production' }, { name: 'Test' }],
      colour: [{ colour: 'teal' }, { colour: 'rose' }],
      protected: [{ protected: true }, { protected: true }],
      mode: [{ mode: 'working-copy' }, { mode: 'working-copy' }],
    },
  },
};

const CASES = Object.entries(FORMS).flatMap(([form, { make, edits }]) =>
  Object.keys(edits).flatMap((first) =>
    Object.keys(edits).map((second) => ({ form, first, second, make, edits })),
  ),
);
/** Each field against itself and against the next one. */
const AT_ONCE = CASES.filter(({ first, second, edits }) => {
  const names = Object.keys(edits);
  return first === second || names.indexOf(second) === (names.indexOf(first) + 1) % names.length;
});

/** What is stored of the fields that the form has. */
async function current({ fields, read }: EditedThing<State>): Promise<State> {
  const { value } = await read();
  const members = Object.values(fields).flatMap((field) => field.members);
  return Object.fromEntries(members.map((member) => [member, value[member]]));
}
/** What somebody sends who pressed Save in a form that was opened before. */
const save = (thing: EditedThing<State>, opened: State, edit: State | undefined) =>
  saveChanges(thing, { opened, mine: { ...opened, ...edit } });

describe('two people edit the same thing', () => {
  // In the gate, each field against itself and one other.
  it.each(IS_WHOLE ? CASES : AT_ONCE)(
    '$form: one saves $first, then the other $second',
    async ({ make, edits, first, second }) => {
      const thing = await make();
      const opened = await current(thing);
      const [theirs, mine] = [edits[first]?.[0], edits[second]?.[1]];
      await save(thing, opened, theirs);
      const late = save(thing, opened, mine);
      if (first !== second) {
        await late;
        expect(await current(thing)).toEqual({ ...opened, ...theirs, ...mine });
      } else if (JSON.stringify(theirs) === JSON.stringify(mine)) {
        expect(await late).toBe(false);
      } else {
        await expect(late).rejects.toThrow(SaveConflict);
        expect(await current(thing)).toEqual({ ...opened, ...theirs });
      }
    },
  );

  it.each(AT_ONCE)('$form: both save at once, $first and $second', async ({ make, edits, first, second }) => {
    const thing = await make();
    const opened = await current(thing);
    const [mine, theirs] = [edits[first]?.[0], edits[second]?.[1]];
    const ends = await Promise.allSettled([save(thing, opened, mine), save(thing, opened, theirs)]);
    const [isOne, isOther] = ends.map(({ status }) => status === 'fulfilled');
    for (const end of ends)
      if (end.status === 'rejected' && !(end.reason instanceof SaveConflict)) throw end.reason;
    expect(isOne || isOther).toBe(true);
    if (first !== second) expect([isOne, isOther]).toEqual([true, true]);
    const kept = { ...(isOther ? theirs : {}), ...(isOne ? mine : {}) };
    expect(await current(thing)).toEqual({ ...opened, ...kept });
  });

  it.each(Object.entries(FORMS))(
    '%s: a form in which nothing was changed writes nothing',
    async (_, form) => {
      const thing = await form.make();
      const opened = await current(thing);
      const requests: string[] = [];
      const read = () => {
        requests.push('read');
        return thing.read();
      };
      expect(await saveChanges({ ...thing, read }, { opened, mine: { ...opened } })).toBe(false);
      expect(requests).toEqual([]);
    },
  );
});

describe('a conflict', () => {
  const conflict = async () => {
    const thing = editedEndpoint(api(), await newEndpoint());
    const opened = (await thing.read()).value;
    await saveChanges(thing, { opened, mine: { ...opened, url: 'https://globex.example/theirs' } });
    const mine = { ...opened, url: 'https://globex.example/mine', description: 'mine' };
    const cause: SaveConflict = await saveChanges(thing, { opened, mine }).catch((caught) => caught);
    return { thing, opened, mine, cause };
  };

  it('a conflict shows both values in words', async () => {
    const { cause } = await conflict();
    expect(cause.conflicts).toEqual([
      {
        name: 'url',
        label: 'URL',
        mine: 'https://globex.example/mine',
        theirs: 'https://globex.example/theirs',
      },
    ]);
  });

  it('a conflict of settings names them as the pages do', async () => {
    await server.call('PATCH', '/settings', { endpointsPerAppLimit: 5, enforceHttps: true });
    const opened = { endpointsPerAppLimit: null, displayName: 'opened' };
    const mine = { endpointsPerAppLimit: 7, displayName: 'mine' };
    const cause = await saveChanges<Partial<SettingsOut>>(editedSettings(api()), { opened, mine }).catch(
      (caught) => caught,
    );
    expect(cause.conflicts).toEqual([
      { name: 'displayName', label: 'Display name', mine: 'mine', theirs: '–' },
      { name: 'endpointsPerAppLimit', label: 'Max. endpoints per application', mine: '7', theirs: '5' },
    ]);
    await server.call('PATCH', '/settings', { endpointsPerAppLimit: null, enforceHttps: false });
  });

  it.each([
    ['mine', 'https://globex.example/mine'],
    ['theirs', 'https://globex.example/theirs'],
  ] as const)('is saved with the side that the reader chose: %s', async (side, url) => {
    const { thing, opened, mine, cause } = await conflict();
    const theirs = cause.theirs as typeof opened;
    const next = rebased(thing.fields, { opened, mine }, { url: { side, mine, theirs } });
    await saveChanges(thing, { opened: next, mine });
    expect((await thing.read()).value).toMatchObject({ url, description: 'mine' });
  });

  it('typing a new value after giving up the own one settles a conflict', async () => {
    const { thing, opened, mine, cause } = await conflict();
    const theirs = cause.theirs as typeof opened;
    const typed = { ...mine, url: 'https://globex.example/anew' };
    const next = rebased(thing.fields, { opened, mine: typed }, { url: { side: 'theirs', mine, theirs } });
    await saveChanges(thing, { opened: next, mine: typed });
    expect((await thing.read()).value.url).toBe('https://globex.example/anew');
  });
});

describe('an undo', () => {
  it('undo restores what no one has changed since, and asks before it restores anything else', async () => {
    const thing = editedApplication(api(), await newApplication());
    const write = (change: Parameters<typeof saveChanges<ApplicationFields>>[1]) =>
      saveChanges<ApplicationFields>(thing, change);
    const [before, after] = [{ rateLimit: 100 }, { rateLimit: 1 }];
    await write({ opened: before, mine: after });
    await undoChange(write, { before, after });
    expect((await thing.read()).value.rateLimit).toBe(100);
    await write({ opened: before, mine: after });
    await write({ opened: after, mine: { rateLimit: 7 } });
    const refused: UndoRefused = await undoChange(write, { before, after }).catch((caught) => caught);
    expect(refused).toBeInstanceOf(UndoRefused);
    expect(refused.message).toBe(
      'Someone else has changed this in the meantime (Rate limit: 7/s). Undo anyway?',
    );
    expect((await thing.read()).value.rateLimit).toBe(7);
    await refused.anyway();
    expect((await thing.read()).value.rateLimit).toBe(100);
  });
});
