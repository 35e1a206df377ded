import type { ChannelKind, NoticeKind } from '../../../../../src-server/contract/notice-channel';

export const CHANNEL_WORDS: Readonly<Record<ChannelKind, string>> = {
  slack: 'Chat at',
  email: 'E-mail to',
  webhook: 'Webhook to',
};

/** The kinds of notice in the order of the form: what it is called, and when it comes. */
export const NOTICE_WORDS: Readonly<Record<NoticeKind, { readonly label: string; readonly hint: string }>> = {
  'endpoint.failing': {
    label: 'Endpoint failing',
    hint: 'For five minutes, or as set when the server started. Once.',
  },
  'endpoint.recovered': { label: 'Endpoint recovered', hint: 'At once.' },
  'endpoint.disabled': { label: 'Endpoint disabled', hint: 'With the reason.' },
  'delivery.delayed': { label: 'Delivery delayed', hint: 'By more than 15 minutes.' },
  'messages.given_up': { label: 'Messages given up', hint: 'A digest each hour.' },
  'poller.silent': { label: 'Consumer silent', hint: 'No poll for a day, though messages wait.' },
  'service.restarted': { label: 'Restarted after a crash', hint: 'With several nodes: one of them crashed.' },
  'service.storage': { label: 'Storage full or damaged', hint: 'Or the database is unreachable.' },
  'service.backup': { label: 'Backup failed or overdue', hint: 'Scheduled backups only.' },
  'service.offline': { label: 'Offline for ten minutes', hint: 'Sent once back online.' },
  'service.certificate': { label: 'Certificate expires', hint: 'Within 14 days.' },
};
