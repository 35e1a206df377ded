import type { NoticeKind } from '../contract/notice-channel';

/** One thing in a message, and where more is said of it. */
interface NoticeLine {
  readonly text: string;
  /** Null: nowhere. */
  readonly url: string | null;
}

/** What a person is told at once. */
export interface NoticeMessage {
  readonly id: string;
  readonly kind: NoticeKind | 'test';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A sentence without a full stop; the subject of a mail. */
  readonly title: string;
  readonly lines: readonly NoticeLine[];
  /** The screen about all of it. Null: none. */
  readonly url: string | null;
}

/** As plain text, for a mail. */
export function plainText({ title, lines, url }: NoticeMessage): string {
  const shown = lines.map((line) => (line.url === null ? line.text : `${line.text}\n  ${line.url}`));
  return `${[title, ...shown, ...(url === null ? [] : [url])].join('\n\n')}\n`;
}

/** The most characters of a text in a block of Slack. */
const SLACK_TEXT_MAX = 3000;

/** As Slack reads it: `text` for the list of notices, `blocks` for the message itself. */
export function slackBody({ title, lines, url }: NoticeMessage) {
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: text.slice(0, SLACK_TEXT_MAX) },
  });
  return {
    text: escaped(title),
    blocks: [
      section(`*${url === null ? escaped(title) : link(url, title)}*`),
      ...lines.map((line) => section(line.url === null ? escaped(line.text) : link(line.url, line.text))),
    ],
  };
}

/** As a program reads it. */
export function webhookBody({ kind, at, title, lines, url }: NoticeMessage) {
  return { type: kind, timestamp: new Date(at).toISOString(), data: { title, lines, url } };
}

/** In Slack, `<` begins a link or calls a whole channel. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function link(url: string, text: string): string {
  return `<${url}|${escaped(text).replaceAll('|', '¦')}>`;
}
