import type {
  NoticeChannelIn,
  NoticeChannelOut,
  NoticeChannelPatch,
} from '../../../../src-server/contract/notice-channel';
import type { ApiClient } from '../../../api/api-client';
import { callTagged } from '../../../shared/forms/call-tagged';
import type { EditedThing } from '../../../shared/forms/save-changes';

/** A channel as its form writes it. What is secret is written and never read: absent, it stays. */
export type ChannelFields = Pick<
  NoticeChannelIn,
  'name' | 'notices' | 'applications' | 'disabled' | 'url' | 'to' | 'smtp' | 'pagesUrl' | 'customerLink'
>;

/** What its form is opened with: nothing of it is a secret. */
export function channelFields(channel: NoticeChannelOut): ChannelFields {
  const { name, notices, applications, disabled, to, smtp, pagesUrl, customerLink } = channel;
  const { hasPassword: _hasPassword, ...server } = smtp ?? {};
  return {
    ...{ name, notices, applications, disabled, pagesUrl, customerLink },
    ...(to && { to }),
    ...(smtp && { smtp: server as NonNullable<ChannelFields['smtp']> }),
  };
}

/** A channel for a form that saves it. */
export function editedChannel(api: Pick<ApiClient, 'callText'>, channel: string) {
  const path = { channel };
  const hidden = () => 'hidden';
  return {
    fields: {
      name: { label: 'Name', members: ['name'] },
      url: { label: 'Webhook URL', members: ['url'], show: hidden },
      to: { label: 'To', members: ['to'], show: ({ to }) => to?.join(', ') ?? '' },
      smtp: { label: 'Mail server', members: ['smtp'], show: ({ smtp }) => smtp?.host ?? '' },
      notices: { label: 'Notices', members: ['notices'], show: ({ notices }) => notices.join(', ') },
      applications: {
        label: 'Applications',
        members: ['applications'],
        show: ({ applications }) => applications?.join(', ') ?? 'all',
      },
      pagesUrl: { label: 'URL for links', members: ['pagesUrl'] },
      customerLink: { label: 'Page for customers', members: ['customerLink'] },
      disabled: { label: 'On', members: ['disabled'], show: ({ disabled }) => (disabled ? 'no' : 'yes') },
    },
    read: async () => {
      const { value, tag } = await callTagged(api, 'GET /notice-channels/{channel}', { path });
      return { value: channelFields(value), tag };
    },
    write: (body: NoticeChannelPatch, ifMatch: string | null) =>
      api.callText('PATCH /notice-channels/{channel}', { path, body }, { ifMatch }),
  } satisfies EditedThing<ChannelFields>;
}
