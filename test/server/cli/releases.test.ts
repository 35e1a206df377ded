import { expect, test } from 'vitest';
import { startedOnce } from '../../support/started';
import { startCliRig } from './cli-rig';

const rig = startedOnce(startCliRig);

async function release(...args: string[]) {
  const { exitCode, out } = await rig.run('release', ...args, '--json');
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}
const flagsOf = async (name: string) =>
  (await rig.server.call('GET', `/event-type/${name}`)).json.featureFlags;

test('a release is planned, moved, done and undone from the command line', async () => {
  for (const name of ['a.new', 'b.new'])
    await rig.server.call('POST', '/event-type', { name, featureFlags: ['beta'] });
  const at = ['--at', '2100-01-01T09:00:00+01:00'];
  const { id, ...planned } = await release('plan', 'beta', ...at, '--event-type', 'a.new');
  expect(planned).toMatchObject({ state: 'planned', at: '2100-01-01T08:00:00.000Z', eventTypes: ['a.new'] });
  const moved = await release('change', id, '--note', 'With the new year');
  expect(moved).toMatchObject({ at: planned.at, note: 'With the new year' });
  expect((await rig.run('release', 'list')).out).toMatch(
    new RegExp(`^${id} +beta +planned for 2100-01-01T08:00:00.000Z +a.new +With the new year$`, 'm'),
  );
  expect(await release('run', id)).toMatchObject({ state: 'done', released: ['a.new'] });
  expect([await flagsOf('a.new'), await flagsOf('b.new')]).toEqual([null, ['beta']]);
  expect((await rig.run('release', 'undo', id)).out).toContain(`Undid the release ${id} of "beta"`);
  expect(await flagsOf('a.new')).toEqual(['beta']);
});

test('a release that is cancelled from the command line stays in the list', async () => {
  const { id } = await release('plan', 'gold', '--at', '2100-01-01T00:00:00Z');
  expect(await release('cancel', id)).toMatchObject({ id, state: 'cancelled' });
  expect((await release('list')).releases).toContainEqual(
    expect.objectContaining({ id, state: 'cancelled' }),
  );
});

test.each([
  ['without a time', ['plan', 'beta'], 2],
  ['at a time that is over', ['plan', 'beta', '--at', '2020-01-01T00:00:00Z'], 1],
  ['that is to be changed in nothing', ['change', 'rel_1'], 2],
  ['that does not exist', ['run', 'rel_1'], 1],
])('a release %s is refused with an exit code', async (_what, args, code) => {
  const { exitCode, out, err } = await rig.run('release', ...args);
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(err).not.toBe('');
});
