import { Fragment, type ReactNode } from 'react';

/**
 * The order matters: nothing inside code is read further. An address may contain one level of brackets. Bounded, so that
 * a hostile text costs no more than a long one.
 */
const PATTERN =
  /`([^`\n]{1,500})`|\[([^\]\n]{1,500})\]\(([^\s()<>"]{1,2000}(?:\([^\s()<>"]{0,200}\)[^\s()<>"]{0,2000})?)\)|\*\*([^*\n]{1,500})\*\*|(?<![\w*])\*([^*\s](?:[^*\n]{0,500}[^*\s])?)\*(?![\w*])/g;
const WEB_ADDRESS = /^(?:https?:\/\/|mailto:)/i;

interface InlineMarkdownProps {
  readonly text: string;
  /** False in what is itself pressed, such as a `summary`: links leave their labels. */
  readonly isLinked?: boolean;
  /** For texts of our own: the page here that an address stands for. Null: none. Absent: there are none. */
  readonly hrefOf?: (address: string) => string | null;
}

/**
 * A description: links, code, strong and emphasized text of Markdown, everything else as plain text. Only http, https and
 * mailto become links: another address leads nowhere from here, and leaves its label. Nothing in the text can become
 * markup or script.
 */
export function InlineMarkdown({ text, isLinked = true, hrefOf = () => null }: InlineMarkdownProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    const [marked, code, label, address, strong, emphasis] = match;
    parts.push(text.slice(at, match.index));
    at = match.index + marked.length;
    if (code !== undefined) parts.push(<code key={at}>{code}</code>);
    else if (address !== undefined)
      parts.push(
        <Link key={at} label={label ?? ''} address={isLinked ? address : ''} here={hrefOf(address)} />,
      );
    else if (strong !== undefined) parts.push(<strong key={at}>{strong}</strong>);
    else parts.push(<em key={at}>{emphasis}</em>);
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

interface LinkProps {
  readonly label: string;
  readonly address: string;
  readonly here: string | null;
}

function Link({ label, address, here }: LinkProps) {
  const shown = <InlineMarkdown text={label} />;
  if (here !== null) return <a href={here}>{shown}</a>;
  if (!WEB_ADDRESS.test(address)) return <Fragment>{shown}</Fragment>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}

/** The links of a text, as Markdown: for a place beside one in which nothing can be pressed. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(PATTERN)]
    .filter(([, , , address]) => WEB_ADDRESS.test(address ?? ''))
    .map(([link]) => link);
}

/** The same text without its marks, for one-line rows. */
export function withoutMarks(text: string): string {
  return text.replace(PATTERN, (_whole, code, label, _address, strong, emphasis) =>
    label === undefined ? (code ?? strong ?? emphasis ?? '') : withoutMarks(label),
  );
}
