/** The groups of operations, in the order of the description; an operation belongs to the first that fits its path. */
export const TAGS: readonly (readonly [name: string, pattern: RegExp, description: string])[] = [
  [
    'Event types',
    /^\/(event-type|catalog)/,
    'The catalog: what can happen, described by Draft 7 schemas. Feature flags decide who sees a type, and never what is delivered.',
  ],
  [
    'Attempts',
    /\/(attempt|resend|why)\b|^\/app\/\{app\}\/(endpoint\/\{endpoint\}\/msg|msg\/\{message\}\/endpoint)$/,
    'What was tried, how it ended, why a message did or did not arrive, and one more try.',
  ],
  [
    'Endpoints',
    /^\/app\/\{app\}\/endpoint|^\/app\/\{app\}\/integration/,
    'Where messages of an application are delivered, how fast, with which secret and headers.',
  ],
  [
    'Messages',
    /^\/app\/\{app\}\/(msg|message)/,
    'What is delivered: an event of some type with a JSON payload.',
  ],
  ['Authentication', /^\/auth\//, 'Tokens, and links that log a customer into the portal.'],
  ['Applications', /^\/app(\/|$)/, "One application for each of the sender's customers."],
  [
    'Operational webhooks',
    /^\/operational-webhook/,
    'Endpoints of the sender that are told about the service itself.',
  ],
  ['Background tasks', /^\/background-task/, 'Work that goes on after its request was answered.'],
  ['Statistics', /^\/(stats|delivery-state|fleet|live)/, 'How the whole service is doing.'],
  [
    'Environment',
    /^\/(environment|settings|portal|public-page|target-consent)/,
    'Settings of this instance, and what it may reach.',
  ],
  [
    'This instance',
    /^\/(connections|sync-receipts|receiver|sample|server-proof|service|data|diagnostics)/,
    'How it is doing, its data folder and backups, other instances, the built-in receiver and the sample.',
  ],
  [
    'Health',
    /^\/(health|openapi)/,
    'For programs that watch over this one, and for those that read this description.',
  ],
];

/** For a path that fits none of them. */
export const OTHER_TAG = ['Other', /^/, 'Everything else.'] as const;

/** The group of a path below `/api/v1`. */
export function tagOf(path: string): string {
  return (TAGS.find(([, pattern]) => pattern.test(path)) ?? OTHER_TAG)[0];
}
