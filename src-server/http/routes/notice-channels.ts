import { type Clock, toIsoTime } from '../../base/clock';
import { notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { NoticeChannelOut } from '../../contract/notice-channel';
import { noticeChannelOperations } from '../../contract/operations/notice-channels';
import type { ChannelSecret } from '../../notices/channel-secret';
import { testMessage } from '../../notices/compose-notice';
import type { NoticeChannels } from '../../notices/notice-channels';
import type { SendNotice } from '../../notices/notice-sender';
import type {
  NoticeChannelRecord,
  NoticeChannelStore,
} from '../../storage/installation/notice-channel-store';
import { checkTag, contentTag } from '../if-match';
import { type Route, type RouteInput, route } from '../route';

interface NoticeChannelRouteParts {
  readonly noticeChannelStore: NoticeChannelStore;
  readonly noticeChannels: NoticeChannels;
  readonly sendNotice: SendNotice;
  /** Called after each change of a channel. */
  readonly onNoticeChannelsChanged: () => void;
  readonly clock: Clock;
  readonly newId: NewId;
}

type Caller = Pick<RouteInput, 'principal'>;

/** Channels of notices: where people are told what happens here. */
export function noticeChannelRoutes(parts: NoticeChannelRouteParts): readonly Route[] {
  const { noticeChannelStore, noticeChannels, clock, newId } = parts;
  const show = (channel: NoticeChannelRecord, { principal }: Caller) =>
    present(channel, principal.kind === 'admin' ? noticeChannels.secretOf(channel) : null);
  const wanted = async (id: string): Promise<NoticeChannelRecord> => {
    const channel = await noticeChannelStore.get(id);
    if (!channel) throw notFound('Channel');
    return channel;
  };
  return [
    route(noticeChannelOperations.list, {
      access: 'admin',
      summary: 'List the channels of notices.',
      async handler(caller) {
        const channels = await noticeChannelStore.listAll();
        return { status: 200, body: { data: channels.map((channel) => show(channel, caller)) } };
      },
    }),
    route(noticeChannelOperations.create, {
      access: 'admin',
      summary: 'Create a channel of notices.',
      description:
        'It reports what begins from now on: one message for all pending notices of a kind, at most one in five minutes; the end of a problem is reported at once. Messages contain links, but no payloads, tokens or secrets.',
      errors: ['limit_reached'],
      secretResponse: true,
      async handler({ body, origin, ...caller }) {
        const channel = await noticeChannels.create(body, origin);
        parts.onNoticeChannelsChanged();
        return { status: 201, body: show(channel, caller) };
      },
    }),
    route(noticeChannelOperations.read, {
      access: 'admin',
      summary: 'Read a channel of notices.',
      async handler({ params, ...caller }) {
        const body = show(await wanted(params.channel), caller);
        return { status: 200, body, tag: contentTag(body) };
      },
    }),
    route(noticeChannelOperations.change, {
      access: 'admin',
      summary: 'Change the given fields of a channel of notices.',
      errors: ['precondition_failed'],
      conditional: true,
      secretResponse: true,
      async handler({ params, body, ifMatch, ...caller }) {
        const channel = await noticeChannels.change(params.channel, body, (current) =>
          checkTag(ifMatch, contentTag(show(current, caller))),
        );
        if (!channel) throw notFound('Channel');
        parts.onNoticeChannelsChanged();
        const shown = show(channel, caller);
        return { status: 200, body: shown, tag: contentTag(shown) };
      },
    }),
    route(noticeChannelOperations.delete, {
      access: 'admin',
      summary: 'Delete a channel of notices, with what waits to be told by it.',
      async handler({ params }) {
        if (!(await noticeChannelStore.delete(params.channel))) throw notFound('Channel');
        parts.onNoticeChannelsChanged();
        return { status: 204 };
      },
    }),
    route(noticeChannelOperations.test, {
      access: 'admin',
      summary: 'Send a test by a channel of notices, and say whether the other side took it.',
      async handler({ params, onGone }) {
        const channel = await wanted(params.channel);
        const gone = new AbortController();
        onGone(() => gone.abort());
        const message = testMessage(newId('ntc_'), channel.pagesUrl, clock.now());
        const secret = noticeChannels.secretOf(channel);
        const error = await parts.sendNotice({ channel, secret, message, recipient: null }, gone.signal);
        if (error === null) await noticeChannelStore.works(channel.id);
        return { status: 200, body: error === null ? { ok: true } : { ok: false, error } };
      },
    }),
  ];
}

/** @param secret null: the caller sees no secrets, or they cannot be decrypted */
function present(channel: NoticeChannelRecord, secret: ChannelSecret | null): NoticeChannelOut {
  const { way, failingSince, error } = channel;
  const url = secret?.url ?? way.origin;
  return {
    ...{ id: channel.id, name: channel.name, kind: channel.kind },
    ...(url !== null && { url }),
    ...(way.to !== null && { to: [...way.to] }),
    ...(way.from !== null && { from: way.from }),
    ...(way.smtp !== null && { smtp: presentSmtp(way.smtp) }),
    ...(secret?.secret !== undefined && { secret: secret.secret }),
    notices: [...channel.notices],
    applications: channel.applications && [...channel.applications],
    ...{ pagesUrl: channel.pagesUrl, customerLink: channel.customerLink, disabled: channel.disabled },
    failing:
      failingSince === null || error === null
        ? null
        : { since: toIsoTime(failingSince), error, gaveUp: channel.gaveUp },
    createdAt: toIsoTime(channel.createdAt),
  };
}

function presentSmtp({ user, ...smtp }: NonNullable<NoticeChannelRecord['way']['smtp']>) {
  return { ...smtp, ...(user !== null && { user }) };
}
