import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds } from '../../../src-server/base/id';
import { createLog } from '../../../src-server/base/log';
import { SchemaReports } from '../../../src-server/catalog/schema-reports';
import { createWorkerPool, type WorkerPool } from '../../../src-server/catalog/workers/worker-pool';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import {
  createEventTypeStore,
  type EventTypeStore,
} from '../../../src-server/storage/catalog/event-type-store';
import {
  createSchemaReportStore,
  type SchemaReportStore,
} from '../../../src-server/storage/catalog/schema-report-store';
import { createMessageWriter, type MessageWriter } from '../../../src-server/storage/messages/message-store';
import { describeEngines } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { newSignal } from '../../support/new-signal';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

describeEngines('schema reports', (engine) => {
  const newId = createIds(systemClock);
  const db = startedForEach(engine.create);
  let writer: MessageWriter;
  let eventTypes: EventTypeStore;
  let clock: FakeClock;
  /** Calls of the store, by name. */
  let requested: string[];
  /** A report that is looked for in the store arrives after this. */
  let held: Promise<void> | null;
  let reports: SchemaReports;

  beforeEach(async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    writer = createMessageWriter(db);
    eventTypes = createEventTypeStore(db);
    clock = new FakeClock();
    requested = [];
    held = null;
    reports = open();
    await reports.start();
  });
  afterEach(() => reports.stop());

  /** Runs tasks in this thread. */
  function openWorkers(): Pick<WorkerPool, 'run'> {
    return createWorkerPool({ worker: null, clock, log: createLog('silent') });
  }

  function open(workers = openWorkers()): SchemaReports {
    const store = new Proxy(createSchemaReportStore(db), {
      get(target, name: keyof SchemaReportStore) {
        const call = target[name] as (...given: unknown[]) => unknown;
        return (...given: unknown[]) => {
          requested.push(name);
          const found = call(...given);
          return held && name === 'get' ? held.then(() => found) : found;
        };
      },
    });
    const parts = { eventTypes, workers, clock, log: createLog('silent') };
    return new SchemaReports({ ...parts, store });
  }

  const SCHEMA = {
    type: 'object',
    properties: { total: { type: 'number' }, lines: { items: { type: 'integer' } } },
  };

  async function addType(name: string, schema: unknown = SCHEMA): Promise<void> {
    const content = plainEventType(name, { schemas: schema === null ? null : JSON.stringify({ 1: schema }) });
    if (!(await eventTypes.insert(content, 1))) await eventTypes.update(name, 2, () => content);
  }

  async function accept(eventType: string, payload: unknown): Promise<string> {
    const id = newId('msg_');
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const message = {
      id,
      appId: 'app_1',
      eventId: null,
      eventType,
      payload: text,
      channels: null,
      tags: null,
    };
    await writer.insert({ ...message, createdAt: 1_700_000_000_000, endpointIds: [] });
    return id;
  }

  /** Longer than any pause, and shorter than the time limit of a worker, which also covers loading its code. */
  const PAUSE_MAX_MS = 1_000;

  /** Waits for a result, and lets each pause before it elapse. */
  async function passing<T>(work: Promise<T>): Promise<T> {
    const state = { over: false };
    const end = () => {
      state.over = true;
    };
    work.then(end, end);
    while (!state.over) {
      const nextMs = clock.nextTimerMs() ?? 0;
      if (nextMs < PAUSE_MAX_MS) clock.advance(nextMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return work;
  }

  const read = async (name: string) => {
    const type = await eventTypes.get(name);
    if (!type) throw new Error(`no type ${name}`);
    return passing(reports.read(type));
  };

  describe('the report of an event type', () => {
    it('a schema report counts violations of the newest payloads by place, with the newest message', async () => {
      await addType('paid');
      await accept('paid', { total: 1 });
      await accept('paid', { total: 'x', lines: ['a', 1, 'b'] });
      await accept('other', { total: 'x' });
      const last = await accept('paid', { total: null });
      expect(await read('paid')).toMatchObject({
        name: 'paid',
        checked: 3,
        violating: 2,
        unchecked: 0,
        problems: [
          {
            pointer: '/total',
            rule: 'type',
            message: 'must be number',
            count: 2,
            messageId: last,
            appId: 'app_1',
          },
          { pointer: '/lines/*', message: 'must be integer', count: 1 },
        ],
        otherProblems: 0,
        reason: null,
      });
    });

    it('a schema report covers the newest 500 payloads', async () => {
      await addType('paid');
      await accept('paid', { total: 'old' });
      await Promise.all(Array.from({ length: 520 }, () => accept('paid', { total: 1 })));
      expect(await read('paid')).toMatchObject({ checked: 500, violating: 0 });
    });

    it('a schema report uses the current schema', async () => {
      await addType('paid');
      await accept('paid', { total: 'x' });
      expect((await read('paid')).violating).toBe(1);
      await addType('paid', { properties: { total: { type: 'string' } } });
      expect(await read('paid')).toMatchObject({ checked: 1, violating: 0, problems: [] });
    });

    it('a schema report counts payloads that are not JSON, too long or removed as unchecked', async () => {
      await addType('paid');
      await accept('paid', 'plain text');
      await accept('paid', { filler: 'x'.repeat(300 * 1024) });
      const gone = await accept('paid', {});
      await db.write((tx) => tx.run('UPDATE message SET payload = NULL WHERE id = ?', [gone]));
      expect(await read('paid')).toMatchObject({ checked: 0, violating: 0, unchecked: 3 });
    });

    it('a missing schema report says why', async () => {
      await addType('paid', null);
      expect((await read('paid')).reason).toBe('The event type has no schema.');
      await addType('paid');
      expect((await read('paid')).reason).toBe('No message has been accepted yet.');
      await accept('other', {});
      expect((await read('paid')).reason).toBe('The newest messages include none of this type.');
    });

    it('a schema report survives a restart, is deleted with its event type and contains no payload values', async () => {
      await addType('paid');
      await accept('paid', { total: 'secret value' });
      const first = await read('paid');
      await reports.stop();
      reports = open();
      expect(await read('paid')).toEqual(first);
      expect(requested.filter((name) => name === 'readPayloads')).toHaveLength(1);
      const rows = await db.all('SELECT * FROM schema_report');
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('secret value');
      await eventTypes.expunge('paid', 0);
      expect(await db.all('SELECT * FROM schema_report')).toEqual([]);
    });

    it('concurrent requests share one schema report', async () => {
      await addType('paid');
      await accept('paid', {});
      await Promise.all([read('paid'), read('paid'), read('paid')]);
      expect(requested.filter((name) => name === 'put')).toHaveLength(1);
    });

    it('a request that learns late that there was no report makes no second one', async () => {
      await addType('paid');
      await accept('paid', {});
      const [released, release] = newSignal();
      held = released;
      const late = read('paid');
      await until(
        () => requested,
        (names) => names.includes('get'),
      );
      held = null;
      const first = await read('paid');
      release();
      expect(await late).toEqual(first);
      expect(requested.filter((name) => name === 'put')).toHaveLength(1);
    });
  });

  describe('the list of reports', () => {
    const list = async () => {
      const first = await reports.list();
      if (first.isChecking) await passing(untilQuiet());
      return (await reports.list()).data;
    };
    const untilQuiet = async () => {
      while ((await reports.list()).isChecking) await new Promise((resolve) => setImmediate(resolve));
    };

    it('the list covers every event type with a schema among the newest messages', async () => {
      await addType('paid');
      await addType('void');
      await addType('bare', null);
      for (const name of ['paid', 'void', 'bare', 'unknown']) await accept(name, { total: 'x' });
      await accept('void', { total: 1 });
      expect(await list()).toEqual([
        { name: 'paid', checked: 1, violating: 1 },
        { name: 'void', checked: 2, violating: 1 },
      ]);
    });

    it('the list is renewed when the catalog changed, otherwise at most once a minute', async () => {
      await addType('paid');
      await accept('paid', { total: 'x' });
      await list();
      await addType('paid', true);
      reports.catalogChanged();
      expect(await list()).toEqual([{ name: 'paid', checked: 1, violating: 0 }]);
      const looks = () => requested.filter((name) => name === 'listBefore').length;
      const before = looks();
      clock.advance(61_000);
      await list();
      expect(looks()).toBe(before); // no message came
      await accept('paid', {});
      await list();
      expect(looks()).toBe(before + 1);
      await accept('paid', {});
      await list();
      expect(looks()).toBe(before + 1);
    });
  });

  describe('reports beside the acceptance of messages', () => {
    it('no schema report is made without a request', async () => {
      await addType('paid');
      for (let n = 0; n < 50; n += 1) await accept('paid', { total: 'x' });
      clock.advance(24 * 3_600_000);
      expect(requested).toEqual([]);
      expect(clock.pendingTimers).toBe(0);
    });

    it('a schema report pauses between slices, so that messages are accepted', async () => {
      await addType('paid');
      for (let n = 0; n < 60; n += 1) await accept('paid', {});
      const type = await eventTypes.get('paid');
      if (!type) throw new Error('no type');
      let over = false;
      const report = reports.read(type).then((made) => {
        over = true;
        return made;
      });
      // The clock is stopped, so it never leaves its first pause.
      while (clock.pendingTimers === 0) await new Promise((resolve) => setImmediate(resolve));
      for (let n = 0; n < 20; n += 1) await accept('paid', {});
      expect(over).toBe(false);
      expect((await passing(report)).checked).toBe(60);
    });

    it('a schema report gives up on a schema that is slow to check', async () => {
      let checks = 0;
      const run: WorkerPool['run'] = async () => {
        checks += 1;
        clock.stall(200);
        return { fits: null, problems: [], reason: 'slow' } as never;
      };
      reports = open({ run });
      await addType('paid');
      for (let n = 0; n < 30; n += 1) await accept('paid', {});
      expect(await read('paid')).toMatchObject({ checked: 0, unchecked: 30 });
      expect(checks).toBe(4);
    });

    it('a schema report ends when the service stops', async () => {
      await addType('paid');
      for (let n = 0; n < 60; n += 1) await accept('paid', {});
      const type = await eventTypes.get('paid');
      if (!type) throw new Error('no type');
      const report = reports.read(type).catch((cause: Error) => cause.message);
      while (clock.pendingTimers === 0) await new Promise((resolve) => setImmediate(resolve));
      await reports.stop();
      expect(await report).toBe('The service is stopping.');
      expect(requested).not.toContain('put');
    });
  });
});
