/** What the frame says, and the pages without a session. */
export const SESSION_LABELS = {
  portal: 'Webhooks',
  titleOf: (application: string) => `${application} webhooks`,
  tabs: { endpoints: 'Endpoints', catalog: 'Event catalog', messages: 'Messages' },
  logOut: 'Log out',
  notLoggedOut: 'You were not logged out',
  opening: 'your webhooks',
  notOpened: 'Your webhooks could not be opened',
  fault: 'This page could not be shown',
  faultText: 'Nothing was changed by this.',
  partUnavailable:
    'A part of it could not be loaded. Try again; if that does not help, open your link again from where you got it.',
  endsSoon: (minutes: number) =>
    `This link stops working in ${minutes <= 1 ? 'a minute' : `${minutes} minutes`}. What you have saved stays.`,
  backTo: (name: string | null) => (name === null ? 'Back to where you came from' : `Back to ${name}`),
  madeBy: 'Webhooks by Posthorn',
  problems: {
    none: {
      title: 'Open this page with your link',
      text: 'This page shows your webhooks to whoever holds your personal link, so it does not keep the link itself. After a reload, open the link again from where you got it.',
    },
    broken: {
      title: 'This link is not complete',
      text: 'A part of it is missing, which happens when a link is cut off in an e-mail or a chat. Open the whole link, or ask for a new one.',
    },
    used: {
      title: 'This link was used before',
      text: 'It works once, and for ten minutes. Ask for a new one; your endpoints and messages are not affected.',
    },
    refused: {
      title: 'This link no longer works',
      text: 'Links to this page expire after some time, and can be taken back earlier. Your endpoints and messages are not affected.',
    },
    ended: {
      title: 'You are logged out',
      text: 'The link you came with no longer works. Your endpoints go on receiving events.',
    },
  },
  newLink:
    'To get a new link, go back to the website or app that sent you here, or ask the company whose webhooks you receive.',
  missing: (what: string) => `There is no such ${what}`,
  missingText: 'The address may be mistyped, or what it led to was removed.',
  things: { page: 'page', eventType: 'event type', endpoint: 'endpoint', message: 'message' },
};
