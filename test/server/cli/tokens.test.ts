import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src-server/cli/posthorn';
import { startedOnce } from '../../support/started';
import { startCliRig } from './cli-rig';

const rig = startedOnce(startCliRig);

const whoami = (token: string) => rig.server.call('GET', '/auth/whoami', undefined, { token });

test('a token is made with the rights that are asked for, and printed alone on standard output', async () => {
  const { exitCode, out, err } = await rig.run('token', 'create', 'CI', '--expires', '90d');
  expect(exitCode).toBe(0);
  expect((await whoami(out.trim())).json).toMatchObject({ kind: 'admin', expiresAt: expect.any(String) });
  expect(err).toContain('full access');
  expect(err).not.toContain(out.trim());

  const reader = JSON.parse(
    (await rig.run('token', 'create', 'R', '--flag', 'a', '--flag', 'b', '--json')).out,
  );
  expect(reader).toMatchObject({ ok: true, name: 'R', featureFlags: ['a', 'b'], expiresAt: null });
  expect((await whoami(reader.token)).json).toMatchObject({ kind: 'reader', featureFlags: ['a', 'b'] });
});

test('a token written to a file is printed nowhere, and only its owner can read it', async () => {
  const file = rig.file('secret');
  const outputs = await Promise.all([rig.run('token', 'create', 'F', '--reader', '--out', file)]);
  const token = (await readFile(file, 'utf8')).trim();
  expect((await whoami(token)).json).toMatchObject({ kind: 'reader', featureFlags: [] });
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(JSON.stringify(outputs)).not.toContain(token);
  // Not created if it cannot be stored.
  const before = (await rig.server.call('GET', '/auth/token')).json.data.length;
  expect((await rig.run('token', 'create', 'again', '--out', file)).exitCode).toBe(1);
  expect((await rig.server.call('GET', '/auth/token')).json.data).toHaveLength(before);
});

test('tokens are listed without secrets and revoked by name or id', async () => {
  const made = JSON.parse((await rig.run('token', 'create', 'short-lived', '--json')).out);
  const list = JSON.parse((await rig.run('token', 'list', '--json')).out);
  expect(list.tokens.map(({ name }: { name: string }) => name)).toContain('short-lived');
  expect(JSON.stringify(list)).not.toContain(made.token);
  expect(await rig.run('token', 'revoke', 'short-lived')).toMatchObject({ exitCode: 0, err: '' });
  expect((await whoami(made.token)).status).toBe(401);
  expect((await rig.run('token', 'revoke', made.id)).exitCode).toBe(1);
});

test('a name that two tokens have revokes neither', async () => {
  const ids = [];
  for (let n = 0; n < 2; n++)
    ids.push(JSON.parse((await rig.run('token', 'create', 'twin', '--json')).out).id);
  const { exitCode, err } = await rig.run('token', 'revoke', 'twin');
  expect(exitCode).toBe(1);
  for (const id of ids) expect(err).toContain(id);
  expect(JSON.parse((await rig.run('token', 'revoke', ids[0], '--json')).out)).toMatchObject({ ok: true });
});

test.each([
  ['a time that is none', ['token', 'create', 'x', '--expires', 'soon'], 2],
  ['a time that is over', ['token', 'create', 'x', '--expires', '2020-01-01T00:00:00Z'], 1],
  ['an unknown option', ['token', 'list', '--no-such'], 2],
  ['a missing name', ['token', 'create'], 2],
  ['two names', ['token', 'revoke', 'a', 'b'], 2],
  ['a file and an instance', ['token', 'list', '--url', 'http://x', '--data-dir', '/x'], 2],
  ['an address that is none', ['token', 'list', '--url', 'nonsense', '--token', 'x'], 2],
  ['a token file that is not there', ['token', 'list', '--token-file', '/no/such'], 2],
  ['an unknown command', ['nonsense'], 2],
  ['no command', [], 2],
  ['half a command', ['catalog'], 2],
])('%s is said with its exit code', async (_what, args, code) => {
  const { exitCode, out, err } = await rig.run(...args);
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(err).not.toBe('');
});

test('what a limited token may not do is exit code 4, with the kinds of token that it takes', async () => {
  const made = await rig.run('token', 'create', 'Anna', '--kind', 'support', '--json');
  const as = ['--url', rig.server.baseUrl, '--token', JSON.parse(made.out).token];
  expect(await rig.run('audit', ...as)).toMatchObject({ exitCode: 0 });
  expect(await rig.run('token', 'list', ...as)).toMatchObject({
    exitCode: 4,
    out: '',
    err: expect.stringMatching(/: A support token may not read this\. It takes a full token\.\n$/),
  });
  expect(await rig.run('event-type', 'put', 'a.b', ...as)).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('A support token may not do this. It takes a full or catalog token.'),
  });
});

test('a wrong token is exit code 4, no server 3, and both say so in JSON too', async () => {
  const wrong = ['--url', rig.server.baseUrl, '--token', 'wrong-token-1234'];
  expect(await rig.run('token', 'list', ...wrong)).toMatchObject({ exitCode: 4, out: '' });
  const json = await rig.run('token', 'list', ...wrong, '--json');
  expect(json).toMatchObject({ exitCode: 4, err: '' });
  expect(JSON.parse(json.out)).toEqual({ ok: false, error: expect.stringContaining('does not accept') });
  expect(json.out).not.toContain('wrong-token-1234');
  expect(await rig.run('token', 'list', '--url', 'http://127.0.0.1:1', '--token', 'x')).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('refused'),
  });
  expect(await rig.run('token', 'list', '--data-dir', rig.file('empty'))).toMatchObject({
    exitCode: 3,
    err: expect.stringMatching(/No server runs .* Start it first/),
  });
});

test('what a crashed server left behind is not believed: no token goes to whoever has the port now', async () => {
  const { dataDir } = await import('../../support/start-test-server').then(async ({ startTestServer }) => {
    const server = await startTestServer();
    await server.stop();
    return server;
  });
  await writeFile(`${dataDir}/server-address`, `${rig.server.baseUrl}\n`);
  expect((await rig.run('token', 'list', '--data-dir', dataDir)).exitCode).toBe(3);
});

test('the environment names instance and token; a token never goes to another address than its own', async () => {
  const { baseUrl, adminToken } = rig.server;
  const env = { POSTHORN_URL: baseUrl, POSTHORN_TOKEN: adminToken };
  expect((await rig.runIn({ env, defaultDataDir: '/nowhere' }, 'token', 'list')).exitCode).toBe(0);
  const elsewhere = await rig.runIn({ env }, 'token', 'list', '--url', 'http://127.0.0.1:1');
  expect(elsewhere).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('is not sent to 127.0.0.1:1'),
  });
  await writeFile(rig.file('token'), `${adminToken}\n`);
  const withFile = ['token', 'list', '--url', baseUrl, '--token-file', rig.file('token')];
  expect((await rig.runIn({ defaultDataDir: '/nowhere' }, ...withFile)).exitCode).toBe(0);
  expect((await rig.runIn({}, 'token', 'list', '--url', baseUrl)).exitCode).toBe(2);
});

test('every command explains itself with an example and its exit codes', async () => {
  for (const { name } of COMMANDS) {
    for (const args of [
      [...name.split(' '), '--help'],
      ['help', ...name.split(' ')],
    ]) {
      const { exitCode, out, err } = await rig.run(...args);
      expect({ exitCode, err }, name).toEqual({ exitCode: 0, err: '' });
      expect(out, name).toMatch(new RegExp(`^Usage: posthorn ${name}`));
      expect(out, name).toMatch(/^Example: /m);
      expect(out, name).toMatch(/^Exit code: /m);
    }
    expect((await rig.run('help')).out, name).toContain(`  ${name} `);
  }
  expect((await rig.run('help', 'serve')).out).toContain('--port');
  expect((await rig.run('--version')).out).toBe('0.0.0-test\n');
});

test('a command that was stopped says so and ends with 130', async () => {
  const stop = new AbortController();
  const ended = rig.runIn({ signal: stop.signal }, 'token', 'list');
  stop.abort();
  expect(await ended).toMatchObject({ exitCode: 130, out: '', err: 'posthorn: Stopped.\n' });
});

test('a token is made of a kind, which is named when it is made and in the list', async () => {
  const { out, err } = await rig.run('token', 'create', 'Anna', '--kind', 'support');
  expect(err).toContain('support');
  expect((await whoami(out.trim())).json.kind).toBe('support');
  expect((await rig.run('token', 'list')).out).toMatch(/Anna.*support.*used \d{4}-/);
  const unknown = await rig.run('token', 'create', 'x', '--kind', 'owner');
  expect([unknown.exitCode, unknown.err]).toEqual([
    2,
    expect.stringContaining('full, reader, support, catalog'),
  ]);
  expect((await rig.run('token', 'create', 'x', '--kind', 'support', '--flag', 'a')).exitCode).toBe(2);
});
