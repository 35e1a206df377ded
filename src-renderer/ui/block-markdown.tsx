import { createElement, type ReactNode } from 'react';
import { InlineMarkdown } from './inline-markdown';

interface BlockMarkdownProps {
  readonly text: string;
  /** Level of the highest heading in the text, however many "#" it has; no level is skipped below it. */
  readonly topHeading: 2 | 4;
  /** See `InlineMarkdown`. */
  readonly hrefOf?: (address: string) => string | null;
}

/**
 * A short text in Markdown: paragraphs, headings, lists, quotes and code, with marked words in them. Everything else,
 * including HTML, is shown as text: only these elements are rendered, with no attribute except the checked address of a
 * link.
 */
export function BlockMarkdown({ text, topHeading, hrefOf = () => null }: BlockMarkdownProps) {
  return <>{withLevels(blocksOf(text), topHeading).map((block, at) => show(block, at, hrefOf))}</>;
}

type Block =
  | { readonly kind: 'paragraph' | 'quote' | 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly string[] };

const FENCE = /^```/;
const HEADING = /^(#{1,6})\s+(\S.*)$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;

function blocksOf(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines while they match, and returns what they contain. */
  const take = (fits: (line: string) => string | null): string[] => {
    const taken: string[] = [];
    for (; at < lines.length; at += 1) {
      const part = fits(lines[at] ?? '');
      if (part === null) break;
      taken.push(part);
    }
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', lines: take((next) => (FENCE.test(next) ? null : next)) });
      at += 1;
    } else if (heading) {
      at += 1;
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        lines: [(heading[2] ?? '').replace(/#*$/, '').trimEnd()],
      });
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const item = BULLET.test(line) ? BULLET : NUMBER;
      blocks.push({ kind: 'list', ordered: item === NUMBER, lines: take((n) => item.exec(n)?.[1] ?? null) });
    } else if (QUOTE.test(line)) {
      blocks.push({ kind: 'quote', lines: take((next) => QUOTE.exec(next)?.[1] ?? null) });
    } else blocks.push({ kind: 'paragraph', lines: take((next) => (isPlain(next) ? next : null)) });
  }
  return blocks;
}

/** Headings with levels as the page needs them: skipped levels are hard to follow with a screen reader. */
function withLevels(blocks: readonly Block[], top: number): Block[] {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const highest = Math.min(...levels);
  let before = top - 1;
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    before = Math.min(6, top + block.level - highest, before + 1);
    return { ...block, level: before };
  });
}

function isPlain(line: string): boolean {
  return line.trim() !== '' && ![FENCE, HEADING, BULLET, NUMBER, QUOTE].some((other) => other.test(line));
}

function show(block: Block, key: number, hrefOf: (address: string) => string | null): ReactNode {
  const text = block.lines.join('\n');
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, { key }, <InlineMarkdown text={text} hrefOf={hrefOf} />);
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        { key },
        block.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity
          <li key={at}>
            <InlineMarkdown text={line} hrefOf={hrefOf} />
          </li>
        )),
      );
    case 'quote':
      return (
        <blockquote key={key}>
          <InlineMarkdown text={text} hrefOf={hrefOf} />
        </blockquote>
      );
    case 'code':
      return (
        <pre key={key}>
          <code>{text}</code>
        </pre>
      );
    default:
      return (
        <p key={key}>
          <InlineMarkdown text={text} hrefOf={hrefOf} />
        </p>
      );
  }
}
