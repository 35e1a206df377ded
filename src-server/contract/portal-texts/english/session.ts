import { icu } from '../icu';

/** The texts of the frame, and of the pages without a session. */
export const SESSION_TEXTS = {
  portal: 'Webhooks',
  titleOf: icu<'application'>('{application} webhooks'),
  tabs: { endpoints: 'Endpoints', catalog: 'Event catalog', messages: 'Messages' },
  logOut: 'Log out',
  notLoggedOut: 'You were not logged out',
  opening: 'your webhooks',
  notOpened: 'Your webhooks could not be opened',
  fault: 'This page could not be shown',
  faultText: 'Nothing was changed.',
  partUnavailable:
    'Part of the page could not be loaded. Try again. If that does not help, open your link again.',
  endsSoon: icu<'minutes'>(
    'This link expires in {minutes, plural, one {a minute} other {# minutes}}. Saved changes are kept.',
  ),
  back: 'Back',
  backTo: icu<'name'>('Back to {name}'),
  zone: icu<'zone'>('Times in {zone}'),
  madeBy: 'Webhooks by Posthorn',
  problems: {
    none: {
      title: 'Your session has ended',
      text: 'Your personal link gives access to your webhooks, so only the tab in which you opened it keeps it. In another tab, open the link again.',
    },
    broken: {
      title: 'This link is not complete',
      text: 'Part of the link is missing. E-mail and chat programs sometimes cut links. Open the whole link, or ask for a new one.',
    },
    used: {
      title: 'This link was used before',
      text: 'The link works only once, within ten minutes. Ask for a new one. Your endpoints and messages are not affected.',
    },
    refused: {
      title: 'This link no longer works',
      text: 'The link has expired or was revoked. Your endpoints and messages are not affected.',
    },
    ended: {
      title: 'You are logged out',
      text: 'Your link no longer works. Your endpoints still receive events.',
    },
  },
  newLink:
    'To get a new link, go back to the website or app that sent you here, or ask the company whose webhooks you receive.',
  notShared: 'This page was not shared',
  notSharedText: 'The link shows only part of these webhooks.',
  missing: {
    page: 'There is no such page',
    eventType: 'There is no such event type',
    endpoint: 'There is no such endpoint',
    message: 'There is no such message',
  },
  missingText: 'The URL may be mistyped, or what it led to was removed.',
};
