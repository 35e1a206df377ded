import type { Clock } from '../base/clock';
import { apiError, invalidField } from '../base/errors';
import type { NewId } from '../base/id';
import { parseUrl } from '../base/parse-url';
import type { NoticeChannelIn, NoticeChannelPatch } from '../contract/notice-channel';
import type { AddressGuard } from '../delivery/connection/address-guard';
import { checkSecret, newSecret } from '../delivery/connection/signing-secret';
import type { ApplicationStore } from '../storage/application-store';
import {
  type ChannelWay,
  type NoticeChannelContent,
  type NoticeChannelRecord,
  type NoticeChannelStore,
  type StoredSmtp,
  UNTOLD,
} from '../storage/installation/notice-channel-store';
import type { SecretBox } from '../sync/secret-box';
import { type ChannelSecret, openSecret, sealSecret } from './channel-secret';

/** The channels of notices: what comes in is checked, and what is secret is sealed. */
export interface NoticeChannels {
  /** @param origin where the request reached this server @throws ApiError 422, 403 when there are too many */
  create(input: NoticeChannelIn, origin: string): Promise<NoticeChannelRecord>;
  /**
   * Undefined when there is none.
   * @param check gets it as it is; what it throws stops everything
   * @throws ApiError 422
   */
  change(
    id: string,
    patch: NoticeChannelPatch,
    check: (current: NoticeChannelRecord) => void,
  ): Promise<NoticeChannelRecord | undefined>;
  /** Null: it cannot be decrypted. */
  secretOf(channel: NoticeChannelRecord): ChannelSecret | null;
}

interface NoticeChannelsParts {
  readonly store: NoticeChannelStore;
  readonly applications: Pick<ApplicationStore, 'get'>;
  readonly guard: AddressGuard;
  readonly box: SecretBox;
  /** Whether addresses must be https. */
  readonly enforceHttps: () => boolean;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Nobody has more; it bounds the list on a page, and what one event makes. */
const MOST_CHANNELS = 50;
/** What belongs to a kind, and to no other. */
const FIELDS = {
  slack: ['url'],
  webhook: ['url', 'secret'],
  email: ['to', 'from', 'smtp', 'customerLink'],
} as const;
const NEEDED = { slack: ['url'], webhook: ['url'], email: ['to', 'smtp'] } as const;

export function createNoticeChannels(parts: NoticeChannelsParts): NoticeChannels {
  const { store, applications, guard, box, clock, newId } = parts;

  function checkedUrl(field: string, text: string): string {
    const check = guard.checkUrl(text);
    if (!check.ok) throw invalidField(field, check.exactReason);
    const url = new URL(check.url);
    if (url.username !== '' || url.password !== '')
      throw invalidField(field, 'The URL must not contain a user name or password.');
    if (parts.enforceHttps() && url.protocol !== 'https:')
      throw invalidField(field, 'The URL must start with https://, as the settings require.');
    return check.url;
  }

  function checkHost(host: string): void {
    const check = guard.checkUrl(`http://${host.includes(':') ? `[${host}]` : host}/`);
    if (!check.ok) throw invalidField('smtp', check.exactReason);
  }

  async function idsOf(names: readonly string[] | null): Promise<string[] | null> {
    if (names === null) return null;
    const ids = await Promise.all(
      names.map(async (name) => {
        const application = await applications.get(name);
        if (!application) throw invalidField('applications', `There is no application ${name}.`);
        return application.id;
      }),
    );
    return [...new Set(ids)];
  }

  /** What a request says, over what is there. */
  function merged(
    { id, kind }: Pick<NoticeChannelRecord, 'id' | 'kind'>,
    input: NoticeChannelPatch,
    current: { readonly way: ChannelWay; readonly secret: ChannelSecret; readonly sealed: string | null },
  ): Pick<NoticeChannelContent, 'way' | 'sealed'> {
    const { smtp: wanted } = input;
    if (wanted) checkHost(wanted.host);
    const smtp: StoredSmtp | null = wanted
      ? {
          host: wanted.host,
          port: wanted.port,
          secure: wanted.secure,
          user: wanted.user ?? null,
          hasPassword: false,
        }
      : current.way.smtp;
    const password =
      wanted?.password ?? (isSameServer(smtp, current.way.smtp) ? current.secret.password : undefined);
    if (password !== undefined && (smtp?.user ?? null) === null)
      throw invalidField('smtp', 'A password needs a user.');
    const url = input.url === undefined ? current.secret.url : checkedUrl('url', input.url);
    // What is stored may be sealed with another key.
    if (kind !== 'email' && url === undefined) throw invalidField('url', 'Enter the URL again.');
    const secret = kind === 'webhook' ? signingSecret(input.secret, current.secret.secret) : undefined;
    const way: ChannelWay = {
      origin: url === undefined ? null : new URL(url).origin,
      to: input.to ?? current.way.to,
      from: input.from ?? current.way.from,
      smtp: smtp && { ...smtp, hasPassword: password !== undefined },
    };
    const before = { id, way: current.way, sealed: current.sealed };
    return { way, sealed: sealSecret(box, { id, way }, { url, secret, password }, before) };
  }

  return {
    async create(input, origin) {
      const { kind } = input;
      assertOwn(kind, input);
      for (const field of NEEDED[kind])
        if (input[field] === undefined) throw invalidField(field, `A channel of kind ${kind} needs this.`);
      const id = newId('nch_');
      const nothing = { way: { origin: null, to: null, from: null, smtp: null }, secret: {}, sealed: null };
      const record: NoticeChannelRecord = {
        ...{ id, kind, name: input.name, notices: input.notices },
        ...merged({ id, kind }, input, nothing),
        applications: await idsOf(input.applications ?? null),
        pagesUrl: pagesUrlOf(input.pagesUrl ?? origin),
        customerLink: customerLinkOf(input.customerLink ?? null),
        disabled: input.disabled ?? false,
        createdAt: clock.now(),
        ...UNTOLD,
      };
      if (await store.insert(record, MOST_CHANNELS)) return record;
      throw apiError('limit_reached', `The limit is ${MOST_CHANNELS} channels. Delete one first.`);
    },
    async change(id, patch, check) {
      const found = await store.get(id);
      if (!found) return undefined;
      assertOwn(found.kind, patch);
      const applicationIds = patch.applications === undefined ? undefined : await idsOf(patch.applications);
      return store.update(id, (current) => {
        check(current);
        return {
          ...current,
          name: patch.name ?? current.name,
          notices: patch.notices ?? current.notices,
          ...(FIELDS[current.kind].some((field) => patch[field as keyof NoticeChannelPatch] !== undefined) &&
            merged(current, patch, { ...current, secret: openSecret(box, current) ?? {} })),
          applications: applicationIds === undefined ? current.applications : applicationIds,
          pagesUrl: patch.pagesUrl === undefined ? current.pagesUrl : pagesUrlOf(patch.pagesUrl),
          customerLink:
            patch.customerLink === undefined ? current.customerLink : customerLinkOf(patch.customerLink),
          disabled: patch.disabled ?? current.disabled,
        };
      });
    },
    secretOf: (channel) => openSecret(box, channel),
  };
}

/** @throws ApiError 422 for what belongs to another kind */
function assertOwn(kind: NoticeChannelRecord['kind'], input: NoticeChannelPatch): void {
  const own: readonly string[] = FIELDS[kind];
  for (const field of Object.values(FIELDS).flat())
    if (!own.includes(field) && (input[field] ?? null) !== null)
      throw invalidField(field, `A channel of kind ${kind} has none.`);
}

/** A password goes only to the server that it was given for. */
function isSameServer(next: StoredSmtp | null, current: StoredSmtp | null): boolean {
  return (
    next !== null && next.host === current?.host && next.port === current.port && next.user === current.user
  );
}

function signingSecret(given: string | undefined, current: string | undefined): string {
  if (given === undefined) return current ?? newSecret();
  const check = checkSecret(given);
  if (!check.ok) throw invalidField('secret', check.reason);
  return check.secret;
}

function pagesUrlOf(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidField('pagesUrl', WEB_WANTED);
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function customerLinkOf(text: string | null): string | null {
  if (text === null) return null;
  const url = parseUrl(text.replaceAll(/[{}]/g, ''));
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidField('customerLink', WEB_WANTED);
  return text;
}

const WEB_WANTED = 'This must be a URL that starts with http:// or https://.';
