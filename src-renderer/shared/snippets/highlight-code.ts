import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import { createLowlight } from 'lowlight';
import type { CodeToken } from '../../ui/tokenize-json';
import type { SnippetLanguage } from './snippet-language';

const lowlight = createLowlight({
  curl: bash,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
});

/** What highlight.js calls a run of text, in the colors that there are. Everything else stays plain. */
const KINDS: Readonly<Record<string, CodeToken['kind']>> = {
  'hljs-string': 'string',
  'hljs-number': 'number',
  'hljs-keyword': 'word',
  'hljs-literal': 'word',
  'hljs-meta': 'word',
  'hljs-comment': 'comment',
  'hljs-attr': 'key',
  'hljs-title': 'key',
};

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Splits code for colouring. The texts of all tokens joined are the input. */
export function highlightCode(code: string, language: SnippetLanguage): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  const add = (node: Node, kind: CodeToken['kind']) => {
    if (node.type === 'text') {
      tokens.push({ kind, text: node.value, at });
      at += node.value.length;
    } else if (node.type === 'element') {
      const names = node.properties.className;
      const own = Array.isArray(names) ? names.map((name) => KINDS[String(name)]).find(Boolean) : undefined;
      for (const child of node.children) add(child, own ?? kind);
    }
  };
  for (const node of lowlight.highlight(language, code).children) add(node, 'plain');
  return tokens;
}
