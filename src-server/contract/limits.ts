import { LIST_LIMIT_MAX } from './list';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, RATE_LIMIT_MAX } from './names';

/** One limit of the API. A request beyond it is refused with `status`, and none of it is executed. */
interface Limit {
  /** The most that is accepted. */
  readonly max: number;
  readonly unit: 'bytes' | 'characters' | 'entries' | 'levels' | 'days' | 'hours' | 'seconds' | 'per second';
  /** HTTP status of the refusal. */
  readonly status: 400 | 413 | 422;
  /** What it applies to. */
  readonly about: string;
}

/** Newest versions kept of each event type; maintenance deletes older ones. */
export const EVENT_TYPE_VERSIONS_KEPT = 100;
/** Most names in one list of the catalog's insights; its count continues. */
export const INSIGHT_NAMES_MAX = 10_000;
/** The newest messages among which the deliveries of an event type are counted. */
export const USAGE_MESSAGES_MAX = 50_000;
/** Rows that one page of a filtered list examines: some twentieth of a second. Its iterator goes on behind them. */
export const LIST_EXAMINED_MAX = 10_000;
/** Messages that one page of a search through all applications examines, in the same time. */
export const SEARCH_EXAMINED_MAX = 5000;
/** The newest attempts, and the newest deliveries, that one count examines. */
export const COUNTED_ATTEMPTS_MAX = 200_000;
export const COUNTED_DELIVERIES_MAX = 30_000;

/** How much worker time a caller may use. Work whose cost depends on its content is measured and charged there. */
export interface WorkerAllowance {
  /** The most that can be saved up, in milliseconds. */
  readonly burstMs: number;
  /** What is regained per second, in milliseconds. */
  readonly msPerSecond: number;
  /** Requests that may wait for their turn; 20 when absent. */
  readonly waitingMax?: number;
}

/**
 * Shares of worker time. A check of a payload takes some ten milliseconds, the first one of a schema some ten more, a
 * large document two seconds.
 */
export const WORKER_ALLOWANCES = {
  /**
   * One application, however many people open its portal: some hundred checks at once, and a twentieth of a thread in
   * the long run.
   */
  customer: { burstMs: 2_000, msPerSecond: 50 },
  /**
   * A read token of the sender, with which somebody may walk the whole catalog, or all polling tokens of an application:
   * half a thread.
   */
  reader: { burstMs: 30_000, msPerSecond: 500 },
  /** An admin token: a full thread all the time. It only stops programs that never stop asking. */
  admin: { burstMs: 600_000, msPerSecond: 1_000 },
} as const satisfies Readonly<Record<string, WorkerAllowance>>;

/** What a read of many rows costs while messages are sent, in times of what it took: it slows them down. */
export const READ_COST_WHILE_SENDING = 5;

/**
 * Shares of the time in which many rows are read. A page of a list takes a few milliseconds, one that searches in vain
 * some ten. While messages are sent, a read counts `READ_COST_WHILE_SENDING` times.
 */
export const READ_ALLOWANCES = {
  /** One application, however many people open its portal: two hundred pages at once, and five a second in the long run. */
  customer: { burstMs: 1_000, msPerSecond: 25 },
  reader: { burstMs: 30_000, msPerSecond: 500 },
  /** A program of the sender may ask for much at once. */
  admin: { burstMs: 600_000, msPerSecond: 1_000, waitingMax: 1_000 },
} as const satisfies Readonly<Record<keyof typeof WORKER_ALLOWANCES, WorkerAllowance>>;

const MIB = 1024 * 1024;

/**
 * Most bytes of request bodies on their way or being worked on at the same time. A request that announces more is
 * refused before it is read: with 429 where its caller has too much on the way, and with 503 where everybody has.
 */
export const BODY_ALLOWANCES = {
  /** One admin token, with its log-ins: three of the largest bodies. */
  admin: 96 * MIB,
  /** Any other token; the portals of an application share one. */
  other: 8 * MIB,
  /** All requests without a token. */
  anonymous: 8 * MIB,
  /** All requests to the built-in receiver. */
  receiver: 32 * MIB,
  /** All of those together, without the sender: who sends messages does not wait for customers. */
  others: 96 * MIB,
  all: 224 * MIB,
} as const;

/** Most bytes of schemas that one import produces, as JSON. Further webhooks are left out and reported. */
export const IMPORT_SCHEMAS_MAX_BYTES = 24 * MIB;

/** Most bytes of event types that are copied for the frames of one share link that show a draft. */
export const SHARED_DRAFT_MAX_BYTES = 16 * MIB;
/** Most share links that work at the same time. */
export const SHARE_LINKS_MAX = 100;

/** Most endpoints of an application to which a portal token adds one. */
export const PORTAL_ENDPOINTS_MAX = 100;

/** Most polling endpoints of an application. */
export const POLLING_ENDPOINTS_MAX = 50;

/** Every size, count and length that a caller of the API can run into. The schemas and checks take them from here. */
export const LIMITS = {
  anyBody: { max: 64 * MIB, unit: 'bytes', status: 413, about: 'Any request body, on every path.' },
  importBody: {
    max: 32 * MIB,
    unit: 'bytes',
    status: 413,
    about: 'A request body with an OpenAPI document.',
  },
  bulkEventTypes: {
    max: 20_000,
    unit: 'entries',
    status: 422,
    about: '`eventTypes` that are changed in one request.',
  },
  schema: { max: 2 * MIB, unit: 'bytes', status: 422, about: 'A schema of an event type, written as JSON.' },
  schemas: {
    max: 4 * MIB,
    unit: 'bytes',
    status: 422,
    about: '`schemas` of an event type, all versions together, written as JSON.',
  },
  schemaDepth: {
    max: 200,
    unit: 'levels',
    status: 422,
    about: 'Nesting depth of a schema of an event type.',
  },
  importChoices: {
    max: 20_000,
    unit: 'entries',
    status: 422,
    about: '`choices` of an import plan.',
  },
  messageBody: {
    max: 2 * MIB,
    unit: 'bytes',
    status: 413,
    about: 'A request body with a message; a payload of 1 MiB always fits.',
  },
  previewDraftBody: {
    max: 8 * MIB,
    unit: 'bytes',
    status: 413,
    about: 'A request body with a draft of the portal preview.',
  },
  previewDraftEventTypes: {
    max: 5000,
    unit: 'entries',
    status: 422,
    about: '`eventTypes` of a draft of the portal preview.',
  },
  shareLinkTitle: { max: 200, unit: 'characters', status: 422, about: '`title` of a share link.' },
  shareLinkFrames: { max: 8, unit: 'entries', status: 422, about: '`frames` of a share link.' },
  logoFile: { max: 256 * 1024, unit: 'bytes', status: 422, about: 'The logo of the portal as a file.' },
  fontFile: { max: 1024 * 1024, unit: 'bytes', status: 422, about: 'The font of the portal as a file.' },
  portalTextLanguages: {
    max: 20,
    unit: 'entries',
    status: 400,
    about: 'Languages in which the sender has texts of the portal.',
  },
  portalTexts: {
    max: 128 * 1024,
    unit: 'bytes',
    status: 422,
    about: '`texts` of the portal in one language, as JSON.',
  },
  portalText: { max: 2000, unit: 'characters', status: 422, about: 'One text of the portal.' },
  anonymousBody: {
    max: 16 * 1024,
    unit: 'bytes',
    status: 413,
    about: 'A request body of an operation that needs no token. It must arrive within 10 seconds.',
  },
  otherBody: { max: 4 * MIB, unit: 'bytes', status: 413, about: 'A request body of every other operation.' },
  bodyValues: {
    max: 20_000,
    unit: 'entries',
    status: 422,
    about: 'Values in a request body, without those in a payload, a schema or a document.',
  },
  listPage: {
    max: LIST_LIMIT_MAX,
    unit: 'entries',
    status: 422,
    about: '`limit`: rows on one page of a list.',
  },
  name: {
    max: NAME_MAX_LENGTH,
    unit: 'characters',
    status: 422,
    about: 'A name of an event type, group or flag, a `uid`, an `eventId`.',
  },
  displayName: { max: 1024, unit: 'characters', status: 422, about: '`name` of an application or token.' },
  description: {
    max: DESCRIPTION_MAX_LENGTH,
    unit: 'characters',
    status: 422,
    about: '`description` of anything.',
  },
  metadata: { max: 4096, unit: 'bytes', status: 422, about: '`metadata`, written as JSON.' },
  featureFlags: { max: 25, unit: 'entries', status: 422, about: '`featureFlags` of an event type.' },
  rateLimit: {
    max: RATE_LIMIT_MAX,
    unit: 'per second',
    status: 422,
    about: '`rateLimit`: messages per second to an endpoint.',
  },
  url: { max: 65_536, unit: 'characters', status: 422, about: '`url` of an endpoint.' },
  eventTypes: { max: 5000, unit: 'entries', status: 422, about: '`eventTypes` an endpoint listens to.' },
  channels: { max: 10, unit: 'entries', status: 422, about: '`channels` of an endpoint or a message.' },
  channel: { max: 128, unit: 'characters', status: 422, about: 'One channel.' },
  headers: { max: 50, unit: 'entries', status: 422, about: 'Extra request headers of an endpoint.' },
  headerName: { max: 256, unit: 'characters', status: 422, about: 'The name of such a header.' },
  headerValue: { max: 4096, unit: 'characters', status: 422, about: 'The value of such a header.' },
  allHeaders: {
    max: 8 * 1024,
    unit: 'bytes',
    status: 422,
    about: 'Names and values of all extra request headers of an endpoint together.',
  },
  endpoint: {
    max: 72 * 1024,
    unit: 'bytes',
    status: 422,
    about:
      '`url`, headers, `metadata`, `description`, `filter`, `filterTypes`, `filterGroups` and `channels` of an endpoint together.',
  },
  filter: { max: 4096, unit: 'bytes', status: 422, about: '`filter` of an endpoint, as JSON.' },
  filterLevels: { max: 8, unit: 'levels', status: 422, about: 'Objects in each other in a `filter`.' },
  filterConditions: { max: 100, unit: 'entries', status: 422, about: 'Comparisons in a `filter`.' },
  oldSecrets: {
    max: 10,
    unit: 'entries',
    status: 400,
    about: 'Replaced signing secrets of an endpoint that still sign.',
  },
  gracePeriod: {
    max: 604_800,
    unit: 'seconds',
    status: 422,
    about: '`gracePeriodSeconds`: how long a replaced secret signs.',
  },
  statsRange: {
    max: 28,
    unit: 'days',
    status: 400,
    about: 'From `since` to `until` for the counts of an endpoint, with a tolerance of five minutes.',
  },
  tags: { max: 5, unit: 'entries', status: 422, about: '`tags` of a message.' },
  tag: { max: 128, unit: 'characters', status: 422, about: 'One tag.' },
  deliverAhead: {
    max: 7,
    unit: 'days',
    status: 422,
    about: 'How far ahead `deliverAt` of a message may be.',
  },
  retentionDays: { max: 90, unit: 'days', status: 422, about: '`payloadRetentionPeriod` of a message.' },
  retentionHours: { max: 2160, unit: 'hours', status: 422, about: '`payloadRetentionHours` of a message.' },
  contentType: { max: 256, unit: 'characters', status: 422, about: 'Content type of a raw payload.' },
  expungedIds: {
    max: 250,
    unit: 'entries',
    status: 422,
    about: '`ids` of messages whose contents are removed in one request.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
