import type { ChannelKind, NoticeKind } from '../../../../../src-server/contract/notice-channel';

export const CHANNEL_WORDS: Readonly<Record<ChannelKind, string>> = {
  slack: 'Chat at',
  email: 'E-mail to',
  webhook: 'Webhook to',
};

/** The kinds of notice in the order of the form: what it is called, and when it comes. */
export const NOTICE_WORDS: Readonly<Record<NoticeKind, { readonly label: string; readonly hint: string }>> = {
  'endpoint.failing': { label: 'Endpoint fails', hint: 'For five minutes, or as set at the start. Once.' },
  'endpoint.recovered': { label: 'Endpoint works again', hint: 'At once.' },
  'endpoint.disabled': { label: 'Endpoint disabled', hint: 'With the reason.' },
  'delivery.delayed': { label: 'Delivery delayed', hint: 'What is due waits for more than 15 minutes.' },
  'messages.given_up': { label: 'Messages given up', hint: 'A digest each hour.' },
  'poller.silent': { label: 'Consumer silent', hint: 'No poll for a day, though messages wait.' },
  'service.restarted': { label: 'Started after a crash', hint: 'It had ended without being stopped.' },
  'service.storage': { label: 'Storage full or damaged', hint: 'Or the database is away.' },
  'service.backup': { label: 'Backup failed or late', hint: 'One of those on a schedule.' },
  'service.offline': { label: 'No network for ten minutes', hint: 'Told when it is back.' },
  'service.certificate': { label: 'Certificate ends', hint: 'Within 14 days.' },
};
