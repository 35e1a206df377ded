import { apiError } from '../base/errors';
import { isValidName } from '../contract/names';
import { pathSegment } from '../contract/path-segment';
import { FLAG_SETS, readRemoteFlagSets } from '../working-copy/flag-sets-text';
import type { RemoteWrite } from '../working-copy/plan-item';
import type { RemoteContent } from '../working-copy/remote-content';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import { installationIn } from './installation-in';
import type { RemoteClient, RemoteReply, RemoteRequest } from './remote-client';
import { refusedTokenText } from './remote-failure';
import type { RemoteTarget } from './remote-target';

/** Why there is no usable response; the reason is a sentence. */
export type NoResponse =
  /** The other instance refuses. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No response came. */
  | { readonly kind: 'cut'; readonly detail: string };

/**
 * The state of one event type there, with its ETag; of the flag sets, with their version. Null: it does not exist there,
 * and has no ETag.
 */
export interface FoundThere {
  readonly kind: 'found';
  readonly content: RemoteContent | null;
  readonly etag: string | null;
}

/** The result of a write. */
export type WriteOutcome =
  /** The other instance says so; whether it is true, only reading it again tells. */
  | { readonly kind: 'accepted'; readonly status: number }
  /** It has changed, according to the other instance. */
  | { readonly kind: 'moved' }
  | NoResponse;

/** Everything on another instance. */
export interface WholeCatalog {
  /** By name; also the flag sets of the instance, unless an event type has their name. */
  readonly found: ReadonlyMap<string, RemoteContent>;
  /** Identifies the state of the catalog when the reading began. Null: the instance has no such tag. */
  readonly tag: string | null;
  /** Which installation it belongs to. Null: it does not say. */
  readonly installation: string | null;
}

/** The catalog of another instance. */
export interface RemoteCatalog {
  /** Everything there. @throws ApiError remote_unreachable, remote_token_refused, limit_reached, other_installation */
  readAll(target: RemoteTarget): Promise<WholeCatalog>;
  read(target: RemoteTarget, name: string, signal: AbortSignal): Promise<FoundThere | NoResponse>;
  /** Identifies the state of the whole catalog, for the price of a small request. Null: it has no such tag. */
  readTag(target: RemoteTarget): Promise<{ readonly kind: 'tag'; readonly tag: string | null } | NoResponse>;
  write(target: RemoteTarget, name: string, write: TaggedWrite): Promise<WriteOutcome>;
}

export interface TaggedWrite {
  readonly write: RemoteWrite;
  /** ETag of the state that was read. Null: the other instance has no ETags. */
  readonly etag: string | null;
  /** Whether the other instance tells others of a change. */
  readonly announce: boolean;
  readonly signal: AbortSignal;
}

/** An instance has no more event types than a request may change. */
export const MOST_EVENT_TYPES = 20_000;
/** Characters of all contents together, which are in memory while they are read, and three times in the database. */
export const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Characters of all responses together, with what is not kept of them. */
const MOST_RECEIVED = 4 * MOST_CHARACTERS;
const PAGE_ROWS = 250;
/** With a twentieth of the rows asked for on each. */
const MOST_PAGES = 1_600;

export function createRemoteCatalog(client: RemoteClient, run: RunCopyTask): RemoteCatalog {
  const ask = async (
    target: RemoteTarget,
    request: RemoteRequest,
  ): Promise<RemoteReply | { readonly cut: string }> => {
    const reply = await client.send(target, request);
    return 'code' in reply ? { cut: withoutToken(reply.detail, target) } : reply;
  };
  return {
    async readAll(target) {
      const found = new Map<string, RemoteContent>();
      const signal = AbortSignal.timeout(client.timeouts.wholeMs);
      const installation = await identify(target, signal);
      const seen = new Set<string>();
      let [kept, received] = [0, 0];
      let tag: string | null | undefined;
      for (let iterator: string | null = null; ; ) {
        const { page, etag, characters } = await readPage(target, iterator, signal);
        // What changes while the pages are read is found by the next look at the tag.
        if (tag === undefined) tag = catalogTagIn(etag);
        for (const [index, item] of page.items.entries()) {
          if (!isValidName(item.name)) throw unexpected(target, `number ${index + 1} of its page`);
          found.set(item.name, item);
          kept += item.text.length;
        }
        received += characters;
        if (found.size > MOST_EVENT_TYPES || kept > MOST_CHARACTERS || received > MOST_RECEIVED)
          throw tooMuch();
        if (page.done) break;
        // An instance that returns the same page again, or one after the other for ever, does not return a list.
        if (page.iterator === null || seen.has(page.iterator) || seen.size === MOST_PAGES)
          throw unexpected(target);
        seen.add(page.iterator);
        iterator = page.iterator;
      }
      if (!found.has(FLAG_SETS)) {
        const sets = await readSets(target, signal);
        if (sets.kind === 'cut') throw apiError('remote_unreachable', sets.detail);
        if (sets.content) found.set(FLAG_SETS, sets.content);
      }
      return { found, tag: tag ?? null, installation };
    },
    async read(target, name, signal) {
      const reply = await ask(target, { method: 'GET', path: pathOf(name), signal });
      if ('cut' in reply) return { kind: 'cut', detail: reply.cut };
      if (reply.status === 404 && !isPage(reply))
        return name === FLAG_SETS ? readSets(target, signal) : { kind: 'found', content: null, etag: null };
      if (reply.status !== 200) return refused(reply, target);
      const content = await run('readRemoteItem', reply.text);
      if (content?.name !== name) return { kind: 'refused', detail: 'The response is not an event type.' };
      return { kind: 'found', content, etag: reply.etag };
    },
    async readTag(target) {
      const reply = await ask(target, { method: 'GET', path: '/event-type?limit=1' });
      if ('cut' in reply) return { kind: 'cut', detail: reply.cut };
      if (reply.status !== 200) return refused(reply, target);
      return { kind: 'tag', tag: catalogTagIn(reply.etag) };
    },
    async write(target, name, { signal, ...write }) {
      const reply = await ask(target, { ...requestOf(name, write), signal });
      if ('cut' in reply) return { kind: 'cut', detail: reply.cut };
      const { status } = reply;
      const { act } = write.write;
      const isGone = status === 404 && act === 'remove';
      if (isGone || (status >= 200 && status < 300)) return { kind: 'accepted', status };
      const hasMoved =
        status === 412 ||
        (status === 409 && (act === 'create' || act === 'replace-flag-sets')) ||
        (status === 404 && act === 'change');
      return hasMoved ? { kind: 'moved' } : refused(reply, target);
    },
  };

  /** The content is null where there are no flag sets, as on an instance of an earlier version. */
  async function readSets(
    target: RemoteTarget,
    signal: AbortSignal,
  ): Promise<FoundThere | Extract<NoResponse, { readonly kind: 'cut' }>> {
    const reply = await ask(target, { method: 'GET', path: '/catalog/flag-sets', signal });
    if ('cut' in reply) return { kind: 'cut', detail: reply.cut };
    const sets = reply.status === 200 ? readRemoteFlagSets(reply.text) : null;
    const content = sets && { name: FLAG_SETS, text: sets.content, untold: [] };
    return { kind: 'found', content, etag: sets?.version ?? null };
  }

  /** Which installation answers. @throws ApiError other_installation, when it was another one so far */
  async function identify(target: RemoteTarget, signal: AbortSignal): Promise<string | null> {
    const reply = await ask(target, { method: 'GET', path: '/auth/whoami', signal });
    if ('cut' in reply) throw apiError('remote_unreachable', reply.cut);
    if (reply.status === 401) throw apiError('remote_token_refused', refusedTokenText(hostOf(target)));
    const found = reply.status === 200 ? installationIn(parsed(reply.text)) : null;
    if (target.installation === null || target.installation === found) return found;
    throw apiError(
      'other_installation',
      `A different instance responds at ${hostOf(target)}. Nothing was read or written. Check the URL. If that instance is the right one, let the connection accept it.`,
    );
  }

  async function readPage(target: RemoteTarget, iterator: string | null, signal: AbortSignal) {
    const query = `limit=${PAGE_ROWS}&include_archived=true&with_content=true`;
    const from = iterator === null ? '' : `&iterator=${encodeURIComponent(iterator)}`;
    const reply = await ask(target, { method: 'GET', path: `/event-type?${query}${from}`, signal });
    if ('cut' in reply) throw apiError('remote_unreachable', reply.cut);
    if (reply.status === 401) throw apiError('remote_token_refused', refusedTokenText(hostOf(target)));
    if (reply.status !== 200) throw apiError('remote_unreachable', refused(reply, target).detail);
    const page = await run('readRemotePage', reply.text);
    if ('fault' in page)
      throw page.isTooLarge ? tooLarge(target, page.fault) : unexpected(target, page.fault);
    return { page, etag: reply.etag, characters: reply.text.length };
  }
}

/** Any other tag of a list says something about one page of it. */
function catalogTagIn(etag: string | null): string | null {
  return /"(catalog-[^"]*)"$/.exec(etag ?? '')?.[1] ?? null;
}

function requestOf(name: string, { write, etag, announce }: Omit<TaggedWrite, 'signal'>): RemoteRequest {
  switch (write.act) {
    case 'create':
      return { method: 'POST', path: '/event-type', body: write.body, ifMatch: etag };
    case 'change':
      return {
        ...{ method: 'PATCH', body: write.body, ifMatch: etag },
        path: announce ? pathOf(name) : `${pathOf(name)}?announce=false`,
      };
    case 'remove':
      return { method: 'DELETE', path: `${pathOf(name)}?expunge=true`, ifMatch: etag };
    case 'replace-flag-sets': {
      const body = `${write.body.slice(0, -1)},"version":${JSON.stringify(etag)}}`;
      return { method: 'PUT', path: '/catalog/flag-sets', body };
    }
  }
}

function pathOf(name: string): string {
  return `/event-type/${pathSegment(name)}`;
}

function hostOf({ baseUrl }: RemoteTarget): string {
  return new URL(baseUrl).host;
}

/** Another instance may echo the request, including its header; nobody may see its token. */
function withoutToken(text: string, { token }: RemoteTarget): string {
  return text.replaceAll(token, '(token)');
}

/** The longest part of a response quoted in a reason. */
const DETAIL_MAX_CHARACTERS = 500;

function refused({ status, text }: RemoteReply, target: RemoteTarget) {
  const reason = withoutToken(detailOf(text), target).slice(0, DETAIL_MAX_CHARACTERS);
  return {
    kind: 'refused',
    detail: `${hostOf(target)} responded with ${status}${reason === '' ? '.' : `: ${reason}`}`,
  } as const;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A page instead of a response of the API: a proxy in front says something of its own. */
function isPage({ text }: RemoteReply): boolean {
  return /^\s*</.test(text);
}

/** The message of an error, in any of the shapes of this API. */
function detailOf(text: string): string {
  if (text.length > 100_000) return '';
  const { detail } = (parsed(text) ?? {}) as { readonly detail?: unknown };
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return '';
  return detail.map((item: { readonly msg?: unknown }) => String(item?.msg ?? '')).join(' ');
}

/** @param fault the event type to blame; null: the list itself */
function unexpected(target: RemoteTarget, fault: string | null = null) {
  const what = fault === null ? 'list of event types' : `event type ${fault}`;
  return apiError(
    'remote_unreachable',
    `${hostOf(target)} responds, but its ${what} is not as this API has it.`,
  );
}

/** @param fault the event type to blame */
function tooLarge(target: RemoteTarget, fault: string | null) {
  return apiError(
    'limit_reached',
    `The event type ${fault} of ${hostOf(target)} is too large for a working copy. Make it smaller there, or use this connection directly.`,
  );
}

export function tooMuch() {
  return apiError(
    'limit_reached',
    `A working copy holds at most ${MOST_EVENT_TYPES} event types and ${MOST_CHARACTERS / 1024 / 1024} MiB of texts. Use this connection directly.`,
  );
}
