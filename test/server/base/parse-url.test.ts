import { expect, test } from 'vitest';
import { parseUrl } from '../../../src-server/base/parse-url';
import { sourceFiles, withoutComments } from '../../architecture/source-files';

test('an address with Latin letters beyond ASCII is still read after many thousand calls', () => {
  const text = 'http://münchen.example/ü';
  const read = Array.from({ length: 50_000 }, () => parseUrl(text)?.href);
  expect([...new Set(read)]).toEqual(['http://xn--mnchen-3ya.example/%C3%BC']);
});

test('a relative address is read against its base, and what is no address is null', () => {
  expect(parseUrl('../x', 'https://a.example/b/c')?.href).toBe('https://a.example/x');
  for (const text of ['', 'a', '//a', 'https://', 'https://a:99999'])
    expect([text, parseUrl(text)]).toEqual([text, null]);
});

test('nothing that runs on Node asks URL.canParse', () => {
  const asking = sourceFiles('src-main', 'src-server', 'test').filter((file) =>
    withoutComments(file.text).includes('URL.canParse('),
  );
  expect(asking.map((file) => file.path)).toEqual(['test/server/base/parse-url.test.ts']);
});
