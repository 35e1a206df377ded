import { type Clock, toIsoTime } from '../base/clock';
import { apiError, invalidField } from '../base/errors';
import type { NewId } from '../base/id';
import type { ConnectionIn, ConnectionOut, ConnectionPatch, ConnectionTestOut } from '../contract/connection';
import { isFolderAddress } from '../contract/folder-address';
import type { ConnectionRecord, ConnectionStore } from '../storage/installation/connection-store';
import { normalizeBaseUrl } from './base-url';
import type { FolderRules } from './folder-root';
import type { RemoteClient } from './remote-client';
import { ConnectionGone } from './remote-failure';
import type { RemoteTarget } from './remote-target';
import type { SecretBox } from './secret-box';
import { testConnection } from './test-connection';
import { testFolder } from './test-folder';

/** The other instances that the admin pages can manage. */
export interface Connections {
  list(): Promise<ConnectionOut[]>;
  /** Undefined when there is none. */
  get(id: string): Promise<ConnectionOut | undefined>;
  /** @throws ApiError 422 when the URL is invalid */
  test(input: ConnectionIn): Promise<ConnectionTestOut>;
  /** Tests it, and saves it only if that worked. @throws ApiError 422 with the reason why not */
  save(input: ConnectionIn): Promise<ConnectionOut>;
  /**
   * Changes its name, its mark and its token, which is tested first. Undefined when there is none.
   * @param check gets it as it is; what it throws stops everything
   * @throws ApiError 422 with the reason why the test failed
   */
  update(
    id: string,
    patch: ConnectionPatch,
    check?: (current: ConnectionOut) => void,
  ): Promise<ConnectionOut | undefined>;
  /** Notes which installation answers there, if that is not known. */
  bind(id: string, installation: string): Promise<void>;
  /** Ends what is going on with it, too. False when there is none. */
  delete(id: string): Promise<boolean>;
  /** Undefined when there is none. @throws ApiError 502 when its token can no longer be decrypted */
  target(id: string): Promise<RemoteTarget | undefined>;
}

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly client: RemoteClient;
  readonly folders: FolderRules;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Nobody has more instances than this; it bounds the list on a page. */
const MOST_CONNECTIONS = 100;

const tooMany = () =>
  apiError('limit_reached', `The limit is ${MOST_CONNECTIONS} connections. Delete one first.`);

export function createConnections(parts: ConnectionParts): Connections {
  const { store, client, folders, box, clock, newId } = parts;
  /** Of the connections that were used. */
  const ends = new Map<string, AbortController>();

  /** Where a connection would lead to, with the token for it, and what a test of that says. */
  async function examine({ baseUrl, token }: Pick<ConnectionIn, 'baseUrl' | 'token'>) {
    if (isFolderAddress(baseUrl)) {
      if (token !== undefined) throw invalidField('token', NO_TOKEN);
      return testFolder(baseUrl, folders);
    }
    const at = { baseUrl: normalizeBaseUrl(baseUrl), token: tokenOf(token) };
    return { ...at, ...(await testConnection(client, at.baseUrl, at.token)) };
  }

  return {
    async list() {
      return (await store.listAll()).map(present);
    },
    async get(id) {
      const record = await store.get(id);
      return record && present(record);
    },
    async test(input) {
      const { ok, detail } = await examine(input);
      return { ok, detail };
    },
    async save(input) {
      // Before another instance is asked, and again when it has answered.
      if ((await store.listAll()).length >= MOST_CONNECTIONS) throw tooMany();
      assertMode(input.baseUrl, input.mode);
      const { baseUrl, token, ...result } = await examine(input);
      if (!result.ok) throw invalidField(result.field, result.detail);
      const id = newId('con_');
      const record = {
        id,
        name: input.name,
        baseUrl,
        encryptedToken: box.seal(token, contextOf(id, baseUrl)),
        createdAt: clock.now(),
        colour: input.colour ?? null,
        isProtected: input.protected ?? false,
        mode: input.mode ?? null,
        installation: result.installation,
      };
      if (!(await store.insert(record, MOST_CONNECTIONS))) throw tooMany();
      return present(record);
    },
    async update(id, patch, check) {
      const record = await store.get(id);
      if (!record) return undefined;
      assertMode(record.baseUrl, patch.mode);
      if (patch.token !== undefined && isFolderAddress(record.baseUrl)) throw invalidField('token', NO_TOKEN);
      const token = patch.token === undefined ? null : tokenOf(patch.token);
      const result = token === null ? null : await testConnection(client, record.baseUrl, token);
      if (result && !result.ok) throw invalidField(result.field, result.detail);
      const next = await store.update(id, (current) => {
        check?.(present(current));
        return {
          ...current,
          name: patch.name ?? current.name,
          colour: patch.colour === undefined ? current.colour : patch.colour,
          isProtected: patch.protected ?? current.isProtected,
          mode: patch.mode ?? current.mode,
          installation: patch.installation === null ? null : current.installation,
          encryptedToken:
            token === null ? current.encryptedToken : box.seal(token, contextOf(id, current.baseUrl)),
        };
      });
      return next && present(next);
    },
    bind: (id, installation) => store.setInstallation(id, installation),
    async delete(id) {
      const isDeleted = await store.delete(id);
      ends.get(id)?.abort(new ConnectionGone());
      ends.delete(id);
      return isDeleted;
    },
    async target(id) {
      // Before it is read: it may be deleted meanwhile.
      const end = ends.get(id) ?? new AbortController();
      ends.set(id, end);
      const record = await store.get(id);
      if (!record) {
        ends.delete(id);
        return undefined;
      }
      try {
        const token = box.open(record.encryptedToken, contextOf(record.id, record.baseUrl));
        return { baseUrl: record.baseUrl, token, installation: record.installation, gone: end.signal };
      } catch {
        if (isFolderAddress(record.baseUrl)) throw apiError('remote_unreachable', NOT_OURS);
        throw apiError(
          'remote_token_refused',
          'The token of this connection cannot be decrypted with the key of this computer. Give it the token again.',
        );
      }
    },
  };
}

const NOT_OURS =
  'This connection was saved on another computer, or its path was changed in the database. Remove it, and connect the folder again.';
const NO_TOKEN = 'A folder has no token. Leave it out';

/** A folder is not served by anything that could be edited at once. */
function assertMode(baseUrl: string, mode: ConnectionIn['mode']): void {
  if (mode === 'direct' && isFolderAddress(baseUrl))
    throw invalidField('mode', 'A folder is edited in a working copy');
}

/** A token ends up in a header: invalid header characters are refused, with a sentence. */
function tokenOf(text: string | undefined): string {
  if (text === undefined) throw invalidField('token', 'This field is required.', 'value_error.jsondecode');
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw invalidField('token', 'A token must not contain spaces, line breaks or non-ASCII characters');
  }
  return token;
}

/** Binds the token to its URL: if somebody changes the URL in the database, no token is sent there. */
function contextOf(id: string, baseUrl: string): string {
  return `connection ${id} ${baseUrl}`;
}

function present(record: ConnectionRecord): ConnectionOut {
  return {
    id: record.id,
    name: record.name,
    baseUrl: record.baseUrl,
    createdAt: toIsoTime(record.createdAt),
    colour: record.colour,
    protected: record.isProtected,
    mode: record.mode ?? (record.isProtected || isFolderAddress(record.baseUrl) ? 'working-copy' : 'direct'),
    installation: record.installation,
  };
}
