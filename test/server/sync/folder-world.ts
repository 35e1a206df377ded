import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { newFolder } from '../../support/new-folder';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { endOf, type SyncTaskOut } from './copy-world';

export const ORDER = `{
  "name": "order.paid",
  "description": "An order was paid.",
  "deprecated": true,
  "deprecatedAt": "2026-01-02T03:04:05.000Z",
  "schemas": {
    "2": {
      "type": "object",
      "properties": { "total": { "const": 9223372036854775807 } }
    },
    "1": { "type": "object" }
  }
}
`;
export const USER = `name: user.new
# Kept while nothing changes.
description: A user.
featureFlags: [beta]
`;
const SETS = `- letter: A
  name: Gold
  colour: amber
  featureFlags: [beta]
`;

/** A server, and a folder on its computer with two event types and a set of feature flags. */
export async function startFolderWorld() {
  const server = await startTestServer();
  const folder = await newFolder();
  const put = (file: string, text: string) => writeFile(folder.file('event-types', file), text);
  const input = (more: object = {}) => ({ name: 'Git', baseUrl: pathToFileURL(folder.path).href, ...more });
  await mkdir(folder.file('event-types'));
  await put('order.paid.json', ORDER);
  await put('user.yaml', USER);
  await writeFile(folder.file('flag-sets.yaml'), SETS);
  return {
    server,
    folder,
    put,
    input,
    read: (file: string) => readFile(folder.file('event-types', file), 'utf8'),
    files: async () => (await readdir(folder.file('event-types'))).sort(),
    /** Connects the folder and fetches it. */
    async connect() {
      const id = await server.create('/connections', input());
      const call = (method: string, path: string, body?: unknown) =>
        server.call(method, `/connections/${id}/working-copy${path}`, body);
      const sync = async (body?: object): Promise<SyncTaskOut> => {
        const begun = await call('POST', '/sync', body);
        if (begun.status !== 202) throw new Error(`no sync: ${begun.status} ${begun.text}`);
        return endOf(server, begun.json.id);
      };
      const fetched = await call('POST', '/fetch');
      expect(fetched.json).toMatchObject({ eventTypes: 2, new: [] });
      return { id, call, sync };
    },
    async close() {
      await server.remove();
      await folder.remove();
    },
  };
}

export type FolderWorld = Awaited<ReturnType<typeof startFolderWorld>>;

export const outcomes = ({ data }: SyncTaskOut) =>
  Object.fromEntries(data.items.map(({ name, outcome }) => [name, outcome]));

/** Status, field and reason of a refused request. */
export const refusal = ({ status, json }: ApiResponse) => [status, json.detail[0].loc[1], json.detail[0].msg];
