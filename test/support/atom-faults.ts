import { parseUrl } from '../../src-server/base/parse-url';

/**
 * What in a feed violates RFC 4287, as far as our feeds go: XML that is not well-formed, missing or repeated elements,
 * ids that are no absolute IRIs or not unique, and times that are not RFC 3339. The faults in words.
 */
export function atomFaults(xml: string): readonly string[] {
  const faults: string[] = [];
  const root = readXml(xml, faults);
  if (!root) return [...faults, 'it is not XML'];
  if (root.name !== 'feed' || root.attributes.xmlns !== 'http://www.w3.org/2005/Atom') faults.push('no feed');
  const entries = root.children.filter(({ name }) => name === 'entry');
  const ids = [root, ...entries].map((element) => checkElement(element, faults));
  if (new Set(ids).size < ids.length) faults.push('an id appears twice');
  const links = root.children.filter(({ name }) => name === 'link');
  if (links.filter(({ attributes }) => attributes.rel === 'self').length !== 1)
    faults.push('no link to itself');
  const author = root.children.find(({ name }) => name === 'author');
  if (!author?.children.some(({ name, text }) => name === 'name' && text !== '')) faults.push('no author');
  for (const entry of entries)
    if (once(entry, 'content', faults) === '') faults.push('an entry without content');
  const known = new Set('id title updated author link entry'.split(' '));
  const inEntry = new Set('id title updated link category content'.split(' '));
  for (const { name } of root.children) if (!known.has(name)) faults.push(`${name} in the feed`);
  for (const { name } of entries.flatMap(({ children }) => children))
    if (!inEntry.has(name)) faults.push(`${name} in an entry`);
  return faults;
}

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** @returns its id */
function checkElement(element: XmlElement, faults: string[]): string {
  const id = once(element, 'id', faults);
  if (!parseUrl(id)) faults.push(`the id ${id} is not absolute`);
  if (once(element, 'title', faults) === '') faults.push('an empty title');
  const updated = once(element, 'updated', faults);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(updated)) faults.push(`the time ${updated}`);
  for (const { name, attributes } of element.children)
    if (name === 'link' && !parseUrl(attributes.href ?? '', 'https://a.example/'))
      faults.push(`the link ${attributes.href}`);
  return id;
}

function once({ children, name }: XmlElement, wanted: string, faults: string[]): string {
  const found = children.filter((child) => child.name === wanted);
  if (found.length !== 1) faults.push(`${found.length} times ${wanted} in ${name}`);
  return found[0]?.text ?? '';
}

const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([a-z]+)((?:\s[a-z:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

function readXml(xml: string, faults: string[]): XmlElement | undefined {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml))
    faults.push('a sign that XML does not have');
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const match = TOKEN.exec(xml);
    const here = open.at(-1);
    if (!match || !here) return undefined;
    const [, isEnd, name, attributes = '', isEmpty, text] = match;
    if (text !== undefined) here.text += unescapeXml(text, faults);
    else if (isEnd === '/' && open.pop()?.name !== name) return undefined;
    else if (isEnd === '' && name !== undefined) {
      const pairs = [...attributes.matchAll(/([a-z:]+)="([^"]*)"/g)];
      const all = Object.fromEntries(
        pairs.map(([, key = '', value = '']) => [key, unescapeXml(value, faults)]),
      );
      const element: XmlElement = { name, attributes: all, children: [], text: '' };
      here.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescapeXml(text: string, faults: string[]): string {
  return text.replace(/&([a-z]+;)?/g, (found, name: string | undefined) => {
    const sign = NAMED[name?.slice(0, -1) ?? ''];
    if (sign === undefined) faults.push(`the sign ${found}`);
    return sign ?? '';
  });
}
