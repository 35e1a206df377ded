/** A behaviour that the tests of the original server require, and our tests of it. */
export interface Behaviour {
  /** Its number in our list. */
  readonly number: number;
  readonly about: string;
  /** Its tests: a file below `test/`, and the titles of tests in it. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  /** A deliberate difference, with its reason. */
  readonly otherwise?: string;
}

const TYPES = 'compat/behaviours/event-types.test.ts';
const APPS = 'compat/behaviours/applications.test.ts';
const ENDPOINTS = 'compat/behaviours/endpoints.test.ts';
const MESSAGES = 'compat/behaviours/messages.test.ts';
const DELIVERY = 'compat/behaviours/delivery.test.ts';
const ACCESS = 'compat/behaviours/access.test.ts';
const PAGING = 'compat/paging.test.ts';
const WIRE = 'compat/wire.test.ts';
const VERIFY = 'compat/verification.test.ts';

const all = 'pages through $of with $method, to the end and back';
const cannotBe = 'is told when a page cannot be: too long, or behind an iterator that is none';
const HEADERS =
  'own headers are kept but for those of the sender, secret ones are not shown, and all arrive as written';
const place = 'what does not fit is told with its place';

const b = (number: number, about: string, shown: Behaviour['shown'], otherwise?: string): Behaviour => ({
  number,
  about,
  shown,
  ...(otherwise && { otherwise }),
});

/** Every behaviour of the list, each with its tests. `section-e.test.ts` checks that none is missing. */
export const BEHAVIOURS: readonly Behaviour[] = [
  b(1, 'patch of an event type', {
    [TYPES]: [
      'a patch changes what it names and nothing else; schemas can be set, empty, and none',
      'a replacement of what is not there makes it',
    ],
  }),
  b(2, 'event type made, read, listed', {
    [TYPES]: ['what is read is what was made; a list hides schemas unless they are asked for'],
  }),
  b(3, 'feature flags of tokens', {
    [TYPES]: ['a flagged type is seen by tokens with its flag and by no others, in lists and by name'],
  }),
  b(4, 'list of event types', { [PAGING]: [all, cannotBe] }),
  b(5, 'schemas are Draft 7', { [TYPES]: ['a schema that is not of Draft 7 is refused'] }),
  b(6, 'archive and expunge', { [TYPES]: ['a deleted type is archived and hidden; expunged, it is gone'] }),
  b(7, 'create over what exists', {
    [TYPES]: [
      'a name that is there is a conflict; an archived one comes back with what is new, and nothing old',
    ],
  }),
  b(8, 'applications made, read, changed, deleted', {
    [APPS]: ['an application is made, read, replaced with its metadata, and deleted for good'],
  }),
  b(9, 'patch of an application', {
    [APPS]: [
      'a patch of an application sets and clears each field alone; a replacement of nothing makes one',
    ],
  }),
  b(10, 'list of applications', {
    [APPS]: ['applications are listed oldest first, or newest first'],
    [PAGING]: [all],
  }),
  b(11, 'uid of an application', {
    [APPS]: [
      'a uid names one application: a conflict for others, free after deletion, not found once removed',
    ],
  }),
  b(12, 'uid in two organisations', {
    [APPS]: ['two servers, which are two organisations, have the same uid beside each other'],
  }),
  b(13, 'get or create', {
    [APPS]: ['an application is made once by who gets or creates it, and a conflict without'],
  }),
  b(14, 'idempotency', { [APPS]: ['the same key is the same application, also when both ask at once'] }),
  b(15, 'idempotency: replay, lock, empty body', {
    [APPS]: ['a response without a body is repeated as well'],
    'server/http/idempotency.test.ts': ['concurrent repeats happen once', 'a key outlives a restart'],
  }),
  b(16, 'endpoints made, read, changed, deleted', {
    [ENDPOINTS]: [
      'an endpoint has its defaults, belongs to one application, is made by a replacement, and goes',
    ],
  }),
  b(17, 'patch of an endpoint', { [ENDPOINTS]: ['a patch of an endpoint sets and clears each field alone'] }),
  b(18, 'order of endpoints', {
    [ENDPOINTS]: ['endpoints are listed newest first, or oldest first'],
    [PAGING]: [all],
  }),
  b(19, 'uid of an endpoint', {
    [ENDPOINTS]: [
      'a uid of an endpoint is taken in its application only, stays with itself, and is free after deletion',
    ],
  }),
  b(20, 'secret read and rotated', {
    [ENDPOINTS]: ['a secret is made, read, replaced by another or by a given one'],
  }),
  b(21, 'most rotations', { [ENDPOINTS]: ['the eleventh replaced secret that still signs is refused'] }),
  b(22, 'signatures during and after a rotation', {
    [VERIFY]: ['verifies with both secrets during a rotation by svix %s, then with the new one'],
  }),
  b(23, 'v1 and v1a beside each other', {
    [VERIFY]: [
      'during a rotation from a pair of keys to a secret every library finds the signature it knows',
    ],
    'server/http/signatures.test.ts': [
      'during a rotation the new key signs first and each old one beside it, whatever their kinds',
    ],
  }),
  b(24, 'kind of secret by setting', {
    'server/http/signatures.test.ts': [
      'the settings say which kind a new endpoint gets, by POST and by PUT',
      'an endpoint with a pair of keys shows the public one and gets v1a signatures',
    ],
  }),
  b(25, 'given secrets', {
    [ENDPOINTS]: ['a given secret has 24 to 75 bytes, and what is none is refused'],
    'server/http/signatures.test.ts': [
      'a key that cannot sign is refused wherever one is given, and the old one stays',
    ],
  }),
  b(
    26,
    'secrets encrypted in the database',
    {
      'server/http/integrations.test.ts': [
        'a key that another secret key sealed still lets in, and says what to do when asked for',
      ],
    },
    'Keys of integrations and connections are sealed. Signing secrets are not: the server signs by itself after a start, so its key would lie beside the file. The file is for its owner alone.',
  ),
  b(27, 'counts of an endpoint', {
    [ENDPOINTS]: ['the counts of an endpoint are for a range of at most 28 days that is over'],
  }),
  b(
    28,
    'filter by event types',
    {
      [ENDPOINTS]: [
        'a filter by types that nobody knows is refused, an empty one means all, and it can be set and cleared',
      ],
    },
    'An empty list is no filter instead of a 422: the components of the original itself send it.',
  ),
  b(29, 'filter by channels', {
    [ENDPOINTS]: ['a filter by channels that cannot be is refused, and it can be set and cleared'],
  }),
  b(30, 'limit kept and cleared', {
    [ENDPOINTS]: ['a limit of an endpoint is kept, and a replacement without it clears it'],
    'server/delivery/engine-limits.test.ts': ['ten per second means ten in any second, and hardly fewer'],
  }),
  b(31, 'who gets which type', {
    [ENDPOINTS]: ['of three endpoints a message goes to those whose types have its own'],
  }),
  b(32, 'who gets which channel', {
    [ENDPOINTS]: ['a message goes to endpoints without channels, and to those that share one'],
  }),
  b(33, 'headers changed, forbidden, hidden', { [ENDPOINTS]: [HEADERS] }),
  b(34, 'headers arrive', { [ENDPOINTS]: [HEADERS] }),
  b(35, 'capitals of headers', {
    [ENDPOINTS]: [HEADERS],
    'server/delivery/sender.test.ts': [
      'custom headers arrive with their names as given, except those that the sender sets',
    ],
  }),
  b(36, 'https only', { [ENDPOINTS]: ['plain http is refused where https is asked for'] }),
  b(37, 'send example', {
    [ENDPOINTS]: ['a ping can be sent to an endpoint, and a type without an example cannot'],
    'server/http/send-example.test.ts': ['an example goes to this endpoint and to no other'],
  }),
  b(38, 'recovery of too long ago', {
    [ENDPOINTS]: ['to recover what failed more than two weeks ago is refused'],
  }),
  b(39, 'attempts after a recovery', {
    [DELIVERY]: ['what is recovered has all its tries again, and what failed before is left'],
  }),
  b(40, 'messages made, read, listed', {
    [MESSAGES]: [
      'a message is made, read and listed, by channel, and without its payload when that is not wanted',
    ],
  }),
  b(41, 'a failure is recorded', { [MESSAGES]: ['a message that fails is recorded as that'] }),
  b(42, 'several endpoints, one failing', {
    [DELIVERY]: ['a message to several endpoints is tried again where it failed, until it works'],
  }),
  b(43, 'a failure is queued again', {
    [DELIVERY]: [
      'a message that goes on failing is queued again as often as the schedule says, and is sending meanwhile',
    ],
  }),
  b(44, 'retention of payloads', {
    [DELIVERY]: ['a payload is there until its time is over, and then no more'],
    'server/http/later-messages.test.ts': [
      'a payload is removed after the time its sender names, and no earlier; what waits is sent first',
    ],
  }),
  b(45, 'expunged payload', { [MESSAGES]: ['a payload that was removed reads as expired'] }),
  b(46, 'event id twice', { [MESSAGES]: ['an event id is there once in an application'] }),
  b(47, 'messages that cannot be', {
    [MESSAGES]: [
      'what is no message is refused: a payload that is no object or too large, names that cannot be',
    ],
  }),
  b(48, 'raw payloads, compact JSON', {
    [MESSAGES]: [
      'a raw payload is delivered as it is, with its content type; an object arrives in the compact form that was sent',
    ],
    'server/http/raw-payloads.test.ts': ['the raw payload %j arrives byte for byte as %s'],
  }),
  b(49, 'message with its application', {
    [MESSAGES]: ['a message may describe its application, which is made once and under the name in the path'],
  }),
  b(50, 'attempts by answer', {
    [MESSAGES]: [
      'a response of %i is kept as the attempt that it is',
      'a receiver that is not there is an attempt with the status 0',
    ],
    [DELIVERY]: [
      'a message that goes on failing is queued again as often as the schedule says, and is sending meanwhile',
    ],
  }),
  b(51, 'no schedule, one attempt', {
    [MESSAGES]: ['a message that fails is recorded as that'],
    'server/delivery/retry-policy.test.ts': ['delays follow the schedule within a fifth, and end with it'],
  }),
  b(52, 'messages of an endpoint by status', {
    [MESSAGES]: [
      'messages of an endpoint are found by what became of them; a success is not sending any more',
    ],
  }),
  b(53, 'destinations of a message', {
    [MESSAGES]: ['destinations of a message are told, deleted ones as well'],
    [PAGING]: [all],
  }),
  b(54, 'attempts of an endpoint', {
    [MESSAGES]: [
      'attempts of an endpoint are found by channel, event type, status and class of the response',
    ],
    [WIRE]: ['several values of a parameter are read in every way that clients write them'],
  }),
  b(55, 'pages of attempts', { [PAGING]: [all] }),
  b(56, 'before and after', { [MESSAGES]: ['before and after bound a list, alone and together'] }),
  b(57, 'expunged response', { [MESSAGES]: ['what a receiver answered can be removed for good'] }),
  b(58, 'what a customer may', {
    [ACCESS]: ['a customer reads their own application, changes none, and finds no other'],
  }),
  b(59, 'dashboard access without a body', { [ACCESS]: ['access to a dashboard needs no body'] }),
  b(60, 'texts of a refused token', { [ACCESS]: ['a token that is none is told so, in words'] }),
  b(61, 'portal with its application', {
    [ACCESS]: ['svix %s: the application of a portal is made on the way in, once'],
  }),
  b(62, 'health', {
    'server/http/health.test.ts': ['%s answers everybody, with GET and without a body with HEAD'],
  }),
  b(63, 'operational webhooks', {
    'server/http/operational-webhooks.test.ts': [
      'an application is told about, and its customer sees nothing of it',
    ],
    'server/delivery/operational-outbox.test.ts': [
      'a failing delivery is reported once as failing and once as recovered, with a signature',
      'a delivery that failed for good is reported, with the identifiers of the sender',
    ],
  }),
  b(64, 'redirects', {
    [DELIVERY]: ['a redirect with %i is an attempt that failed, and leads nowhere'],
  }),
  b(65, 'disabled after failing', {
    'server/delivery/auto-disable.test.ts': [
      'an endpoint whose attempts all failed for five days is disabled, and keeps when and why',
      'one success on the way, or no time that is too long, leaves it enabled',
    ],
    'server/delivery/failure-watch.test.ts': ['not when one message failed, and another one five days later'],
  }),
  b(66, 'Retry-After, signatures, texts of answers', {
    'server/delivery/retry-after.test.ts': ['Retry-After is seconds or a date'],
    'server/delivery/signature.test.ts': ['the published example has the published signature'],
    'server/delivery/signing-secret.test.ts': ['signatures of a new key pair verify with its public key'],
    'server/delivery/sender.test.ts': ['a binary response is kept in base64'],
  }),
  b(67, 'addresses, credentials in a URL, headers', {
    'server/delivery/address-guard.test.ts': [
      'an IPv4 address is public exactly when no special network holds it, however it is written',
    ],
    'server/delivery/sender.test.ts': [
      'user and password in the URL become basic authorization',
      '%s is refused without opening a connection',
    ],
  }),
  b(68, 'places in refusals, fifty on a page', {
    [ACCESS]: [place, 'a list has fifty entries on a page unless another number is asked for'],
  }),
  b(69, 'nothing after a deletion', {
    [DELIVERY]: ['nothing goes to what was deleted, be it the endpoint or its application'],
  }),
  b(70, 'what the packages test of themselves', {
    [WIRE]: [
      'a body with %s is read as the JSON that it is',
      'names several event types in one parameter, and a number sign in a tag is only a tag',
      'asks again when a response is lost, under the same key, and what it asked happens once',
      'the newest client leaves the payload away, and fills nothing in; without the parameter it is there',
    ],
    [VERIFY]: ['refuses another body, another secret, another id, and an old time'],
    'compat/kitchen-sink.test.ts': ['the live sample in the package %s passes, twice in a row'],
  }),
];
