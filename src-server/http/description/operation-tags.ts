/**
 * The groups of operations, in the order of the description; an operation belongs to the first one that matches its
 * path.
 */
export const TAGS: readonly (readonly [name: string, pattern: RegExp, description: string])[] = [
  [
    'Changes of event types',
    /^\/(flag-releases|event-type-changes|event-type-history|event-type\/\{name\}\/history)/,
    'What changed in event types, when and by whom, and which feature flags are to be taken off when.',
  ],
  [
    'Event types',
    /^\/(event-type|catalog)/,
    'The catalog: the events that can happen, described by Draft 7 schemas. Feature flags decide who sees an event type, never what is delivered.',
  ],
  [
    'Attempts',
    /\/(attempt|resend|why)\b|^\/app\/\{app\}\/(endpoint\/\{endpoint\}\/msg|msg\/\{message\}\/endpoint)$/,
    'Attempts and their outcomes, why a message was or was not delivered, and resends.',
  ],
  [
    'Endpoints',
    /^\/app\/\{app\}\/endpoint|^\/app\/\{app\}\/integration/,
    'Where messages of an application are delivered, how fast, with which secret and headers.',
  ],
  [
    'Polling endpoints',
    /^\/app\/\{app\}\/poll|^\/auth\/app\/\{app\}\/poller/,
    'Endpoints that fetch their messages, such as those behind a firewall, with their tokens and consumers.',
  ],
  [
    'Messages',
    /^\/app\/\{app\}\/(msg|message)/,
    'Messages to deliver: events of some type with a JSON payload.',
  ],
  [
    'Authentication',
    /^\/(auth\/|share)/,
    'Tokens, links that log a customer into the portal, and links that show its preview to others.',
  ],
  ['Applications', /^\/app(\/|$)/, "One application for each of the sender's customers."],
  [
    'Operational webhooks',
    /^\/operational-webhook/,
    'Endpoints of the sender that receive events about the service itself.',
  ],
  [
    'Channels of notices',
    /^\/notice-channels/,
    'Where people are told what happens: chat, e-mail, or a program of theirs.',
  ],
  ['Background tasks', /^\/background-task/, 'Work that continues after the response to its request.'],
  ['Statistics', /^\/(stats|overview|delivery-state|fleet|live)/, 'Statistics of the whole service.'],
  ['Portal', /^\/portal/, 'What the portal looks like, and what it says in each language.'],
  [
    'Environment',
    /^\/(environment|settings|sending|public-page|target-consent)/,
    'Settings of this instance, and the targets it may reach.',
  ],
  [
    'Other instances',
    /^\/(connections|sync-receipts)/,
    'Connections to other instances, working copies of their catalogs, and what was synced.',
  ],
  [
    'This instance',
    /^\/(receiver|sample|server-proof|service|nodes|data|erasure|audit|diagnostics)/,
    'Its status, the nodes that run it, data folder and backups, erasure, the audit, the built-in receiver and the sample.',
  ],
  ['Health', /^\/(health|clock|openapi)/, 'For programs that monitor this one or read this description.'],
];

/** For a path that matches none of them. */
export const OTHER_TAG = ['Other', /^/, 'Everything else.'] as const;

/** The group of a path below `/api/v1`. */
export function tagOf(path: string): string {
  return (TAGS.find(([, pattern]) => pattern.test(path)) ?? OTHER_TAG)[0];
}
