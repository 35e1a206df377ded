import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startedOnce } from '../../support/started';
import { type CliRig, startCliRig } from './cli-rig';

const rig = startedOnce<CliRig>(startCliRig);
const receiver = startedOnce(() => startReceiver(() => ({ status: 200, body: 'ok' })));
const run = (...args: string[]) => rig.run(...args);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);
const send = (text: string) =>
  rig.server.create('/app/ada/msg', { eventType: 'a.b', payload: { text }, tags: ['vip'] });
const textOf = async (id: string) => (await rig.server.call('GET', `/app/ada/msg/${id}`)).text;

test('messages are counted first, erased after a yes, and the receipt says where the data stays', async () => {
  await run('app', 'create', 'Ada', '--uid', 'ada');
  const found = await send('quillfeather');
  const other = await send('another');
  const dry = await run('erase', '--text', 'quillfeather', '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, err: '' });
  expect(dry.out).toMatch(/^1 message with 0 attempts on 127\.0\.0\.1:\d+\.\nNothing was erased\.\n$/);

  const unasked = await run('erase', '--text', 'quillfeather');
  expect(unasked).toMatchObject({ exitCode: 2, err: expect.stringContaining('add --yes') });
  const prompts: string[] = [];
  const confirm = (isYes: boolean) => async (lines: readonly string[], question: string) => {
    prompts.push(...lines, question);
    return isYes;
  };
  const kept = await rig.runIn({ confirm: confirm(false) }, 'erase', '--text', 'quillfeather');
  expect(kept).toMatchObject({ exitCode: 0, out: 'Nothing was erased.\n' });
  expect(prompts).toEqual([expect.stringMatching(/^1 message /), 'Erase their content for good? [y/N] ']);
  expect(await textOf(found)).toContain('quillfeather');

  const input = { confirm: confirm(true), readInput: async () => 'quillfeather\n' };
  const erased = await rig.runIn(input, 'erase', '--text', '-');
  expect(erased).toMatchObject({ exitCode: 0, err: '' });
  expect(erased.out).toMatch(/^Erased the content of 1 message with 0 attempts on 127\.0\.0\.1:\d+\.\n$/);
  expect(await textOf(found)).not.toContain('quillfeather');
  expect(await textOf(other)).toContain('another');

  const receipt = await json('erase', '--application', 'ada', '--tag', 'vip', '--yes');
  expect(receipt).toMatchObject({ ok: true, erased: true, task: 'message.erase', data: { messages: 1 } });
  expect(await json('erase', '--text', 'Ada', '--dry-run')).toMatchObject({
    dryRun: true,
    elsewhere: expect.arrayContaining([{ table: 'application', column: 'name', rows: 1 }]),
  });
});

test('an erasure without a condition, or before what is no time, is wrong use', async () => {
  const none = await run('erase', '--yes');
  expect(none).toMatchObject({ exitCode: 2, err: expect.stringContaining('at least one of --application') });
  const early = await run('erase', '--before', 'soon');
  expect(early).toMatchObject({ exitCode: 2, err: expect.stringContaining('--before must be a time') });
});

test('the audit lists changes, newest first, of what was prompts for', async () => {
  await run('app', 'create', 'Grace', '--uid', 'grace');
  await run('app', 'update', 'grace', '--rate-limit', '5');
  const { out } = await run('audit', '--application', 'grace');
  expect(out).toMatch(/^\S+Z {2}admin token {2}application\.updated {2}app_\w+ {2}127\.0\.0\.1\n.*created/);
  const { lines } = await json('audit', '--action', 'application.updated', '--limit', '1');
  expect(lines).toMatchObject([{ before: { rateLimit: null }, after: { rateLimit: 5 } }]);
  expect((await run('audit', '--since', '2100-01-01T00:00:00Z')).out).toMatch(/^No changes on /);
  for (const [option, text] of [
    ['--action', 'none'],
    ['--since', 'soon'],
    ['--limit', '0'],
  ] as const)
    expect(await run('audit', option, text)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(`${option} must be`),
    });
});

test('a notice channel is created from a file, listed, tried and deleted', async () => {
  expect((await run('notice', 'list')).out).toMatch(/has no notice channels\.\n$/);
  const file = rig.file('on-call.json');
  const channel = { name: 'On call', kind: 'slack', url: `${receiver.baseUrl}/T0/secret` };
  await writeFile(file, JSON.stringify({ ...channel, notices: ['endpoint.failing', 'service.backup'] }));
  const { id } = await json('notice', 'create', file);
  const { out } = await run('notice', 'list');
  expect(out).toBe(`${id}  On call  slack  active  endpoint.failing,service.backup\n`);
  expect(await run('notice', 'test', id)).toMatchObject({ exitCode: 0, out: 'The test was accepted.\n' });
  expect(receiver.arrivals).toHaveLength(1);
  expect((await run('notice', 'delete', id)).out).toContain(`Deleted ${id} "On call" on `);
  expect(await run('notice', 'test', id)).toMatchObject({ exitCode: 1 });
  await writeFile(file, '[]');
  const wrong = await run('notice', 'create', file);
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('must be a JSON object') });
});
