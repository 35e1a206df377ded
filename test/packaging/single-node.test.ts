import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/source-files';
import { buildForTest, type TestBuild } from '../support/build-for-test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { until } from '../support/until';

/** What only several nodes need, and what only PostgreSQL does. */
const OF_SEVERAL = ['src-server/cluster', 'src-server/storage/postgres'];
/** The only modules through which a server comes to it; the last is for the command that moves an installation. */
const DOORS = [
  'src-server/cluster/node/sharing',
  'src-server/storage/postgres/open-shared-postgres',
  'src-server/storage/move/postgres-move',
];

let folder: string;

beforeAll(async () => {
  await mkdir(join(ROOT, 'out'), { recursive: true });
  folder = await mkdtemp(join(ROOT, 'out/test-single-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the sources of a single node', () => {
  let build: TestBuild;

  beforeAll(async () => {
    // Otherwise the build would not notice that a door has moved.
    expect(DOORS.filter((door) => !existsSync(join(ROOT, `${door}.ts`)))).toEqual([]);
    await cp(join(ROOT, 'src-server'), join(folder, 'src-server'), { recursive: true });
    await cp(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    for (const place of OF_SEVERAL) await rm(join(folder, place), { recursive: true });
    for (const name of ['postgres-copy', 'postgres-move'])
      await rm(join(folder, `src-server/storage/move/${name}.ts`));
    // The build fails at every other import of what is gone, and the server at one that does not wait until it is wanted.
    build = await buildForTest(
      { 'posthorn.js': join(folder, 'src-server/main.ts') },
      { without: DOORS.map((door) => join(folder, door)) },
    );
  }, 120_000);

  afterAll(() => build?.remove());

  it('without what only several nodes need, the sources become a server that delivers a message, and loads no client of PostgreSQL', async () => {
    const loads = join(folder, 'loads.txt');
    const server = await startNoting(join(build.folder, 'posthorn.js'), loads);
    await deliver(server);
    await server.dispose();
    const loaded = (await readFile(loads, 'utf8')).split('\n');
    expect(loaded.filter((url) => /\/node_modules\/sqlite3\//.test(url))).not.toEqual([]);
    // Of what is gone it can have loaded nothing; this is there.
    expect(loaded.filter((url) => /\/node_modules\/pg\//.test(url))).toEqual([]);
  }, 60_000);
});

/** Starts a server that writes the URL of each module that it loads into a file. */
async function startNoting(program: string, loads: string): Promise<RunningPosthorn> {
  const hook = join(folder, 'note-loads.mjs');
  const load = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(loads)}, url + '\\n');
  return next(url, context);
}`;
  const asUrl = `data:text/javascript,${encodeURIComponent(load)}`;
  await writeFile(hook, `import { register } from 'node:module';\nregister(${JSON.stringify(asUrl)});\n`);
  return startPosthorn({ program, env: { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` } });
}

/** Sends a message to the built-in receiver, and waits until it is there. */
async function deliver({ baseUrl, adminToken }: RunningPosthorn): Promise<void> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return response.json() as Promise<unknown>;
  };
  await call('/api/v1/app', { name: 'Ada', uid: 'ada' });
  await call('/api/v1/app/ada/endpoint', { url: `${baseUrl}/receiver/first` });
  await call('/api/v1/app/ada/msg', { eventType: 'invoice.paid', payload: { amount: 120 } });
  await until(
    async () => JSON.stringify(await call('/api/v1/receiver/first')),
    (arrived) => arrived.includes('amount'),
  );
}
