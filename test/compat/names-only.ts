/**
 * Methods of the clients without an operation here: other product lines, which this server does not have,
 * and deliberate refusals. A caller gets an error in the common shape, not an unreadable body.
 */
export interface NamesOnly {
  /** The common prefix of their paths, up to a full stop or the end. */
  readonly methods: readonly string[];
  readonly why: string;
  readonly status: 404 | 501;
}

/** All of them. Every method is in here or in the list of operations; the suite checks that. */
export const NAMES_ONLY: readonly NamesOnly[] = [
  { methods: ['streaming'], why: 'Streams of events are another product.', status: 404 },
  { methods: ['ingest'], why: 'Receiving webhooks of others is another product.', status: 404 },
  { methods: ['connector'], why: 'Connectors are transformations with a name.', status: 404 },
  {
    methods: ['destination'],
    why: 'Destinations that are no HTTP endpoint are another product.',
    status: 404,
  },
  { methods: ['autoconfigSubscription'], why: 'It belongs to destinations.', status: 404 },
  {
    methods: [
      'authentication.streamPortalAccess',
      'authentication.streamLogout',
      'authentication.streamExpireAll',
      'authentication.rotateStreamPollerToken',
      'authentication.getStreamPollerToken',
    ],
    why: 'They let into streams.',
    status: 404,
  },
  {
    methods: ['endpoint.oauthUpdate', 'endpoint.oauthDelete'],
    why: 'Only the oldest client has them; the API they asked is closed to customers of the original, too.',
    status: 404,
  },
  {
    methods: [
      'endpoint.transformationGet',
      'endpoint.transformationPartialUpdate',
      'endpoint.patchTransformation',
      'endpoint.transformation',
    ],
    why: 'No code of others runs on this server (decision 0006).',
    status: 501,
  },
];

/** The entry of a method; undefined when it is an operation. */
export const namesOnlyEntry = (method: string): NamesOnly | undefined =>
  NAMES_ONLY.find(({ methods }) => methods.some((name) => method === name || method.startsWith(`${name}.`)));
