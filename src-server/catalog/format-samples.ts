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
