/** Formats that the sampler does not know or gets wrong, each with a valid value. */
export const FIRST_OF_FORMAT: ReadonlyMap<string, string> = new Map([
  ['duration', 'P1D'],
  ['byte', 'c3RyaW5n'],
  ['url', 'https://example.com'],
  ['uri', 'https://example.com'],
  ['json-pointer-uri-fragment', '#/name'],
  ['iso-time', '14:15:22Z'],
  ['iso-date-time', '2019-08-24T14:15:22Z'],
  ['regex', '^[a-z]+$'],
]);

const TIMES = ['14:15:22Z', '14:15:22.123Z', '14:15:22+00:00', '14:15:22.123+02:00', '14:15:22.123456Z'];
const DATE_TIMES = [...TIMES, '14:15:22+02:00', '00:00:00Z'].map((time) => `2019-08-24T${time}`);
const HOSTS = ['a.b', 'a', 'example.com', 'sub.example.org', 'localhost'];
const URIS = [
  ...['https', 'http'].flatMap((scheme) => HOSTS.map((host) => `${scheme}://${host}`)),
  ...['https://example.com/', 'https://example.com/name', 'https://example.com/name?a=1#b', 'a:b'],
  ...['urn:example:1', 'mailto:a@b.co', 'ftp://example.com/a', 'wss://example.com', 'tel:1'],
];
const EMAILS = ['a@b.co', 'a@b', 'user@example.org', 'first.last@example.com', 'user+1@example.com'];
const DURATIONS = ['PT1H', 'PT30M', 'P1W', 'P1M', 'P1Y', 'PT1S', 'P1DT12H', 'P1Y2M3DT4H5M6S'];
const REFERENCES = ['', 'a', '/a', './a', '#a', '?a=1', ...URIS];

const MORE: Readonly<Record<string, readonly string[]>> = {
  ...{ 'date-time': DATE_TIMES, 'iso-date-time': DATE_TIMES, time: TIMES, 'iso-time': TIMES },
  ...{ date: ['2020-02-29', '2000-01-01', '1999-12-31'], duration: DURATIONS },
  ...{ email: EMAILS, 'idn-email': EMAILS, hostname: HOSTS, 'idn-hostname': HOSTS },
  ...{
    ipv4: ['1.1.1.1', '127.0.0.1', '192.168.0.1'],
    ipv6: ['::1', '::', 'fe80::1', '2001:db8:0:0:0:0:0:1'],
  },
  ...{ uri: URIS, url: URIS, iri: URIS, 'uri-reference': REFERENCES, 'iri-reference': REFERENCES },
  ...{ 'uri-template': ['a', '/{id}', 'https://example.com/{id}'], regex: ['a', '^a$', '.*'] },
  ...{ uuid: ['497F6ECA-6276-4993-BFEB-53CBBBBA6F08', '00000000-0000-1000-8000-000000000000'] },
  ...{ 'json-pointer': ['', '/a'], 'json-pointer-uri-fragment': ['#', '#/a'] },
  ...{ 'relative-json-pointer': ['0', '0#', '1/a'], byte: ['', 'YQ==', 'YWJj'] },
};

/** Values of a format of other lengths and forms than the first: without fractions, with another scheme, the shortest. */
export function moreOfFormat(format: string): readonly string[] {
  return (Object.hasOwn(MORE, format) && MORE[format]) || [];
}

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2019, 7, 24, 14, 15, 22);
const after = (ms: number) => new Date(FIRST_MS + ms).toISOString().replace('.000', '');

const NTH: Readonly<Record<string, (n: number) => string>> = {
  date: (n) => after(n * DAY_MS).slice(0, 10),
  'date-time': (n) => after(n * DAY_MS),
  'iso-date-time': (n) => after(n * DAY_MS),
  time: (n) => after(n * 1_000).slice(11),
  'iso-time': (n) => after(n * 1_000).slice(11),
  duration: (n) => `P${n + 1}D`,
  email: (n) => `user${n}@example.com`,
  'idn-email': (n) => `user${n}@example.com`,
  hostname: (n) => `host${n}.example.com`,
  'idn-hostname': (n) => `host${n}.example.com`,
  ipv4: (n) => `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`,
  ipv6: (n) => `2001:db8::${(n % 65_536).toString(16)}`,
  uri: (n) => `https://example.com/${n}`,
  url: (n) => `https://example.com/${n}`,
  iri: (n) => `https://example.com/${n}`,
  'uri-reference': (n) => `/name/${n}`,
  'iri-reference': (n) => `/name/${n}`,
  'uri-template': (n) => `/name/${n}`,
  'json-pointer': (n) => `/name/${n}`,
  'json-pointer-uri-fragment': (n) => `#/name/${n}`,
  'relative-json-pointer': (n) => `${n}/name`,
  regex: (n) => `^[a-z]{${n}}$`,
  uuid: (n) => `497f6eca-6276-4993-bfeb-${n.toString(16).padStart(12, '0')}`,
  byte: (n) => Buffer.from(`string ${n}`).toString('base64'),
};

/** Another value of a format for each number from 1; undefined for a format not known here. */
export function nthOfFormat(format: string, nth: number): string | undefined {
  return Object.hasOwn(NTH, format) ? NTH[format]?.(nth) : undefined;
}
