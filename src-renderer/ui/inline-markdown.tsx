import type { ReactNode } from 'react';

const PATTERN = /\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

/**
 * A description: links, code and strong text of Markdown, everything else as plain text. Only http and https become
 * links; nothing in the text can become markup or script.
 */
export function InlineMarkdown({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    const [whole, label, address, code, strong] = match;
    parts.push(text.slice(at, match.index));
    at = match.index + whole.length;
    if (address) {
      parts.push(
        <a key={at} href={address} target="_blank" rel="noopener noreferrer">
          {label}
        </a>,
      );
    } else if (code) parts.push(<code key={at}>{code}</code>);
    else parts.push(<strong key={at}>{strong}</strong>);
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

/** The same text without its marks, for one-line rows. */
export function withoutMarks(text: string): string {
  return text.replace(PATTERN, (_whole, labels, _address, code, strong) => labels ?? code ?? strong ?? '');
}
