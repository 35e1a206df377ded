import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BlockMarkdown } from '../../../src-renderer/ui/block-markdown';

const html = (text: string) => renderToStaticMarkup(<BlockMarkdown text={text} topHeading={2} />);

it('Markdown shows paragraphs, headings, lists, quotes, code and emphasis', () => {
  expect(
    html(
      '# One\n\nA **strong** *thin* `a*b*` word\nand more.\n\n- a\n- b\n\n1. c\n\n> said\n\n```\n<x>\n```',
    ),
  ).toBe(
    '<h2>One</h2><p>A <strong>strong</strong> <em>thin</em> <code>a*b*</code> word\nand more.</p>' +
      '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><blockquote>said</blockquote><pre><code>&lt;x&gt;</code></pre>',
  );
});

it('Markdown links to http, https and mailto only', () => {
  expect(html('[a](https://x.example/p?q=1) [b](mailto:a@x.example)')).toContain(
    'href="https://x.example/p?q=1" target="_blank" rel="noopener noreferrer">a</a>',
  );
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    '//x.example',
    '/x',
    'ftp://x',
    '#x',
  ])
    expect(html(`[a](${address})`)).toBe('<p>a</p>');
});

it('Markdown headings begin at the given level and skip none', () => {
  expect(html('### a\n##### b\n# c')).toBe('<h2>a</h2><h3>b</h3><h2>c</h2>');
});

it('Markdown never lets markup of the text through', () => {
  const piece = fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '</p><script>',
    '[a](',
    'javascript:x',
    ')',
    '"',
    "'",
    '`',
    '**',
    '*',
    '# ',
    '- ',
    '\n',
    '> ',
    '```',
    'x',
    '&',
    'https://a.b',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const made = html(pieces.join(''));
      for (const [tag] of made.matchAll(/<[^>]*>/g)) {
        expect(tag).toMatch(
          /^<\/?(p|h[2-6]|ul|ol|li|blockquote|pre|code|strong|em|a)>$|^<a href="(https?:|mailto:)[^"<>]*" target="_blank" rel="noopener noreferrer">$/i,
        );
      }
    }),
    { numRuns: 500 },
  );
});
