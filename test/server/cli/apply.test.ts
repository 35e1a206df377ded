import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startedOnce } from '../../support/started';
import { type CliRig, startCliRig } from './cli-rig';

const rig = startedOnce<CliRig>(startCliRig);
const host = () => new URL(rig.server.baseUrl).host;
const read = async (path: string) => (await rig.server.call('GET', path)).json;
const saved = async (name: string, content: string) => {
  await writeFile(rig.file(name), content);
  return rig.file(name);
};

const STATE = `
eventTypes:
  - name: invoice.paid
    description: An invoice was paid.
    featureFlags: [beta, alpha]
    groupName: billing
    schemas:
      "1": {type: object, properties: {amount: {type: number}}}
  - name: invoice.void
applications:
  - uid: ada
    name: Ada Ltd
    rateLimit: 50
    metadata: {plan: large}
    endpoints:
      - uid: billing
        url: https://ada.example
        description: Billing
        rateLimit: 10
        filterTypes: [invoice.void, invoice.paid]
        channels: [b, a]
        filter: {payload: {amount: {$gte: 100}}}
        ordered: true
        disabled: false
`;

test('a file in YAML is brought about, and a second run finds nothing to do', async () => {
  const file = await saved('state.yaml', STATE);
  const dry = await rig.run('apply', file, '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, err: '' });
  expect(dry.out.split('\n').filter((line) => /^[+~-]/.test(line))).toEqual([
    '+ event type invoice.paid',
    '+ event type invoice.void',
    '+ application ada',
    '+ endpoint ada/billing',
  ]);
  expect(dry.out).toContain(`Would be 4 created, 0 changed, 0 deleted on ${host()}. Nothing was written.`);
  expect((await rig.server.call('GET', '/app/ada')).status).toBe(404);

  expect((await rig.run('apply', file, '--yes')).out).toContain(
    `4 created, 0 changed, 0 deleted on ${host()}.`,
  );
  expect(await read('/app/ada')).toMatchObject({
    name: 'Ada Ltd',
    rateLimit: 50,
    metadata: { plan: 'large' },
  });
  expect(await read('/app/ada/endpoint/billing')).toMatchObject({
    ...{ description: 'Billing', rateLimit: 10, ordered: true, disabled: false },
    ...{ channels: ['b', 'a'], filter: { payload: { amount: { $gte: 100 } } } },
  });
  expect(await read('/event-type/invoice.paid')).toMatchObject({ groupName: 'billing' });

  const before = (await read('/audit')).data[0].id;
  for (const more of [[], ['--yes'], ['--dry-run']])
    expect(await rig.run('apply', file, ...more)).toMatchObject({
      ...{ exitCode: 0, err: '', out: `Nothing to do: ${host()} is as the file says.\n` },
    });
  expect((await read('/audit')).data[0].id).toBe(before);
});

test('only the fields that differ are changed, and what the file leaves out stays', async () => {
  await rig.run('apply', await saved('state.yaml', STATE), '--yes');
  await rig.server.call('PATCH', '/app/ada/endpoint/billing', { description: 'By hand' });
  await rig.server.create('/app/ada/endpoint', { url: 'http://127.0.0.1:9/', uid: 'other' });
  const changed = { applications: [{ uid: 'ada', endpoints: [{ uid: 'billing', rateLimit: 25 }] }] };
  const file = await saved('state.json', JSON.stringify(changed));
  const { out } = await rig.run('apply', file, '--yes', '--json');
  expect(JSON.parse(out)).toEqual({
    ...{ ok: true, dryRun: false, applied: true },
    changes: [
      {
        ...{ does: 'change', kind: 'endpoint', name: 'ada/billing' },
        fields: [{ field: 'rateLimit', from: 10, to: 25 }],
      },
    ],
  });
  expect(await read('/app/ada/endpoint/billing')).toMatchObject({ rateLimit: 25, description: 'By hand' });

  const pruned = await rig.run('apply', file, '--prune', '--dry-run');
  expect(pruned.out).toContain('- endpoint ada/other\n');
  expect((await read('/app/ada/endpoint')).data).toHaveLength(2);
  await rig.run('apply', file, '--prune', '--yes');
  expect((await read('/app/ada/endpoint')).data.map(({ uid }: { uid: string }) => uid)).toEqual(['billing']);
});

test('an archived event type that the file names is in use again', async () => {
  await rig.server.call('PUT', '/event-type/old.one', { description: 'x' });
  await rig.server.call('DELETE', '/event-type/old.one');
  const file = await saved('old.yaml', 'eventTypes: [{name: old.one}]');
  expect((await rig.run('apply', file, '--yes')).out).toContain('archived: true becomes false');
  expect(await read('/event-type/old.one')).toMatchObject({ archived: false, description: 'x' });
});

test('without a terminal it needs --yes, and with one it shows the plan and asks', async () => {
  const file = await saved('asked.yaml', 'applications: [{uid: asked}]');
  expect(await rig.run('apply', file)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('add --yes'),
  });
  const questions: unknown[] = [];
  const terminal = (yes: boolean) => ({
    confirm: async (...of: unknown[]) => {
      questions.push(of);
      return yes;
    },
  });
  expect((await rig.runIn(terminal(false), 'apply', file)).out).toBe('Nothing was written.\n');
  expect((await rig.server.call('GET', '/app/asked')).status).toBe(404);
  expect((await rig.runIn(terminal(true), 'apply', file)).out).toContain('1 created');
  expect(questions).toEqual(Array(2).fill([['+ application asked'], 'Make 1 change? [y/N] ']));
  expect(await read('/app/asked')).toMatchObject({ name: 'asked' });
});

test('a mistake in the file is named with its place, before anything is written', async () => {
  const before = (await read('/audit')).data[0]?.id;
  const of = async (content: string) => {
    const { exitCode, err } = await rig.run('apply', await saved('wrong.yaml', content), '--yes');
    expect(exitCode).toBe(2);
    return err;
  };
  expect(await of('applications: [{uid: a, colour: red}]')).toContain('applications[0]: there is no colour');
  expect(await of('applications: [{name: a}]')).toContain('applications[0].uid: must be a string');
  expect(await of('eventTypes: {a: b}')).toContain('eventTypes: must be a list');
  expect(await of('eventTypes: [{name: a}, {name: a}]')).toContain('eventTypes: a appears twice');
  expect(await of('applications: [{uid: a, endpoints: [{uid: e, secret: s}]}]')).toContain(
    'applications[0].endpoints[0]: secret does not belong in a file',
  );
  expect(await of('{"eventTypes": [')).toContain('wrong.yaml: The file is not valid JSON: it ends too early');
  expect((await read('/audit')).data[0]?.id).toBe(before);
});

test('a refusal names what was refused and how far it came, and the next run goes on from there', async () => {
  const of = (limit: number) =>
    `applications: [{uid: r, endpoints: [{uid: first, url: 'http://127.0.0.1:9/'}, {uid: second, url: 'http://127.0.0.1:9/', rateLimit: ${limit}}]}]`;
  const refused = await rig.run('apply', await saved('refused.yaml', of(0)), '--yes');
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('The endpoint r/second could not be written, after 2 of 3: ');
  expect((await rig.run('apply', await saved('refused.yaml', of(5)), '--yes')).out).toContain(
    '1 created, 0 changed',
  );
});
