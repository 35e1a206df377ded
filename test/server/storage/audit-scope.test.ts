import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds, lowestId } from '../../../src-server/base/id';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { audited, auditedDatabase } from '../../../src-server/storage/audit-scope';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { startedForEach } from '../../support/started';

const REQUEST = {
  ...({ actor: { kind: 'full', tokenId: null, name: 'anna' }, from: '::1', appId: null } as const),
  ...{ action: 'application.created', target: null, parameter: null, prefix: '', after: null },
};

describeEngines('a line of the audit', (engine) => {
  const db = startedForEach(engine.create);
  const written = () => auditedDatabase(db, { newId: createIds(systemClock), clock: systemClock });
  const targets = async () =>
    (await db.all<{ target: string }>('SELECT target FROM audit_line ORDER BY id')).map(
      ({ target }) => target,
    );

  test('is written with the change or not at all', async () => {
    const applications = createApplicationStore(written());
    const content = { ...PLAIN_APPLICATION, uid: 'taken' };
    await audited(REQUEST, () => applications.insert('app_1', content, 1));
    expect(await targets()).toEqual(['app_1']);
    await expect(audited(REQUEST, () => applications.insert('app_2', content, 1))).rejects.toThrow();
    expect(await targets()).toEqual(['app_1']);

    // Without its table, the change fails as well.
    await db.write((tx) => tx.run('ALTER TABLE audit_line RENAME TO gone'));
    await expect(
      audited(REQUEST, () => applications.insert('app_3', PLAIN_APPLICATION, 1)),
    ).rejects.toThrow();
    expect(await applications.get('app_3')).toBeUndefined();
  });

  test('comes with the write of a request that succeeds, after others that failed', async () => {
    const applications = createApplicationStore(written());
    await applications.insert('app_1', { ...PLAIN_APPLICATION, uid: 'taken' }, 1);
    expect(await targets()).toEqual([]);
    await audited(REQUEST, async () => {
      const content = { ...PLAIN_APPLICATION, uid: 'taken' };
      await applications.insert('app_2', content, 1).catch(() => undefined);
      await applications.insert('app_3', PLAIN_APPLICATION, 1);
      await applications.insert('app_4', PLAIN_APPLICATION, 1);
    });
    expect(await targets()).toEqual(['app_3']);
  });

  test('has an id that tells no earlier time than the line itself', async () => {
    let nowMs = Date.parse('2026-11-30T10:00:00Z');
    // Any two readings are further apart than the steps of an id.
    const clock = { ...systemClock, now: () => (nowMs += 10) };
    const applications = createApplicationStore(auditedDatabase(db, { newId: createIds(clock), clock }));
    await audited(REQUEST, () => applications.insert('app_1', PLAIN_APPLICATION, 1));
    const [line] = await db.all<{ id: string; at: number }>('SELECT id, at FROM audit_line');
    expect(line?.id && line.id >= lowestId('aud_', line.at)).toBe(true);
  });

  test('is that of its own request, also where several write at once', async () => {
    const applications = createApplicationStore(written());
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) => {
        const actor = { ...REQUEST.actor, name: `anna ${n}` };
        return audited({ ...REQUEST, actor }, () => applications.insert(`app_${n}`, PLAIN_APPLICATION, 1));
      }),
    );
    // Nobody asks for this.
    await applications.insert('app_6', PLAIN_APPLICATION, 1);
    const rows = await db.all('SELECT target, actor_name AS name FROM audit_line ORDER BY target');
    expect(rows).toEqual([1, 2, 3, 4, 5].map((n) => ({ target: `app_${n}`, name: `anna ${n}` })));
  });
});
