import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PageText, textsOf, textsOfDocument } from './page-texts';
import { ROOT, sourceFiles } from './source-files';

interface RetiredWord {
  readonly word: RegExp;
  readonly say: string;
  /** Only in files whose path matches. Absent: everywhere. */
  readonly where?: RegExp;
  /** Parts of the texts that may have it, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

const RECEIVERS = /^src-renderer\/(?:portal|share|catalog)\//;
const PAGES = /^src-renderer\/|\/portal-texts\//;

/** What texts for people no longer say, and what they say instead. An exception is a row of `except`. */
const RETIRED: readonly RetiredWord[] = [
  { word: /\banswer(?:s|ed|ing)?\b/i, say: 'response, respond' },
  { word: /\b(?:any|some|every|no)body\b/i, say: 'anyone, someone, everyone, no one' },
  { word: /\b(?:over|across) a restart\b/i, say: 'after a restart' },
  { word: /\bfits? the schema\b/i, say: 'matches the schema' },
  { word: /\b(?:freeze|frozen)\b/i, say: 'pause, paused' },
  { word: /\barriving\b/i, say: 'received' },
  { word: /\bgoes? nowhere\b/i, say: 'is stored but not delivered' },
  { word: /\bgot no\b/i, say: 'no response' },
  { word: /\bno limit here\b/i, say: 'no rate limit' },
  { word: /\bnothing (?:waits|is due)\b/i, say: 'Queue empty, No deliveries due' },
  { word: /\bgave no sign\b|\bsign of life\b/i, say: 'no heartbeat' },
  { word: /\b(?:last|next|latest) beat\b/i, say: 'heartbeat' },
  { word: /\bevery attempt has failed since\b/i, say: 'No successful attempt since' },
  {
    word: /\bsent to no endpoint\b|\breceived by no endpoint\b/i,
    say: 'no matching endpoint, no subscribers',
  },
  { word: /\blooked for in\b|\bnot searched\b/i, say: 'Searches …' },
  { word: /\bwritten again\b/i, say: 're-serialized' },
  { word: /\bsigns? at once\b|\balso signs for\b/i, say: 'takes effect now, keeps working for' },
  { word: /\btest address\b|\bfinal address\b/i, say: 'test URL, final URL' },
  { word: /\bput back as\b/i, say: 'restored' },
  { word: /\bchanges? who sees\b/i, say: 'Visibility changes' },
  { word: /\binforms customers\b/i, say: 'documentation only, not validated' },
  { word: /\bsend one\b(?! message)/i, say: 'Send test' },
  { word: /\bauthor[’']s example\b|\bmy example\b/i, say: 'custom example' },
  { word: /\bportal look\b/i, say: 'portal branding' },
  { word: /\b(?:under|Settings,) \*?Targets\b/, say: 'Network access' },
  { word: /\blicences?\b/i, say: 'license' },
  { word: /\b(?:re-)?\w+(?:serialised|organised|authorised|recognised)\b/i, say: '-ized' },
  {
    word: /\bcolour\b/i,
    say: 'color',
    except: {
      'dark light colour system': 'search words',
      'colour accent': 'search words',
      'colour palette': 'search words',
    },
  },
  {
    word: /\bcould not be read\b/i,
    where: PAGES,
    say: 'could not be loaded',
    except: {
      '{} could not be read': 'of another instance, a folder or a file',
      'The response could not be read': 'it came, and is not what it should be',
    },
  },
  { word: /\baddress(?:es)?\b/i, where: RECEIVERS, say: 'URL' },
  { word: /\bsvix\b/i, where: RECEIVERS, say: 'the name of the sender' },
];

const SQL = /^(?:WITH|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\b/;

/** What people read: in pages, API, command line, desktop program and notices. */
const inSources = sourceFiles('src-main', 'src-renderer', 'src-server')
  .flatMap(textsOf)
  .filter(({ text }) => !SQL.test(text));
const GUIDES = 'src-renderer/docs/guides';
const documents = () => [
  'README.md',
  '.github/SECURITY.md',
  ...readdirSync(join(ROOT, GUIDES)).map((name) => `${GUIDES}/${name}`),
];

function faultsOf({ path, text }: PageText): string[] {
  return RETIRED.filter(({ word, where, except = {} }) => {
    if (!word.test(text) || (where && !where.test(path))) return false;
    return !Object.keys(except).some((part) => text.includes(part));
  }).map(({ word, say }) => `${path}: “${text}” has ${word.exec(text)?.[0]}; say: ${say}`);
}

describe('the texts of pages, API, command line and guides', () => {
  it('have no word that was retired: the table says what they say instead', () => {
    const texts = [...inSources, ...documents().flatMap(textsOfDocument)];
    expect(texts.length).toBeGreaterThan(8000);
    expect(texts.flatMap(faultsOf)).toEqual([]);
  });

  it('are found in strings, templates and elements, and not in names, types, imports and classes', () => {
    const code = [
      "import x from './an answer';",
      "type Kind = 'An answer';",
      "const name = 'answer', says = 'No answer', at = `It answered.`;",
      'const a = <p className={`an answer`} title="The answer">Somebody <b>else</b> answers.</p>;',
    ].join('\n');
    const found = textsOf({ path: 'x.tsx', text: code });
    expect(found.map(({ text }) => text)).toEqual([
      'No answer',
      'It answered.',
      'Somebody {} answers.',
      'The answer',
    ]);
    expect(found.flatMap(faultsOf)).toHaveLength(5);
  });

  it('have exceptions that are still needed', () => {
    const parts = RETIRED.flatMap(({ except = {} }) => Object.keys(except));
    expect(parts.filter((part) => !inSources.some(({ text }) => text.includes(part)))).toEqual([]);
  });
});
