import { createContext, type ReactNode, useContext } from 'react';
import type { StatusText } from '../../src-server/contract/attempt';
import type { AttemptCause } from '../../src-server/contract/attempt-cause';

/**
 * The texts of the shared parts themselves. English unless a page provides another table of this type, as the portal
 * can; texts passed as properties belong to the page.
 */
export const UI_LABELS = {
  /** Language of dates and relative times, as a BCP 47 tag. */
  locale: 'en-GB',
  close: 'Close',
  choose: 'Choose',
  optional: '(optional)',
  tryAgain: 'Try again',
  now: 'now',
  reading: (what: string) => `Loading ${what}`,
  copy: 'Copy',
  copied: 'Copied',
  copyRefused: 'Not allowed',
  copyThing: (what: string) => `Copy ${what}`,
  copiedThing: (what: string) => `Copied ${what}`,
  copyRefusedThing: 'The browser blocked copying',
  clearSearch: 'Clear search',
  searchIn: (label: string) => `Search ${label.toLowerCase()}`,
  clearFilter: (label: string) => `Clear ${label.toLowerCase()}`,
  nothingMatches: 'No match in the list.',
  featureFlag: 'Feature flag',
  exampleOf: (name: string) => `Example of ${name}`,
  tones: { info: 'Note', done: 'Done', warning: 'Warning', error: 'Error' },
  status: {
    success: 'Delivered',
    pending: 'Waiting',
    fail: 'Failed',
    sending: 'Retrying',
    canceled: 'Canceled',
  } satisfies Record<StatusText, string>,
  /** What was typed into a form that was left without saving. */
  draft: {
    restored: 'Restored what you typed before',
    startOver: 'Start over',
    kept: 'Not saved. What you typed will be here when you open it again',
  },
  /** Deleting something after its name has been typed. */
  deleteByName: {
    act: (what: string) => `Delete ${what}`,
    final: 'This cannot be undone.',
    type: (name: string) => `Type ${name} to confirm`,
    keep: 'Cancel',
    failed: 'Nothing was deleted',
  },
  /** A form whose field somebody else has changed. */
  conflict: {
    title: 'Someone else changed this while you were editing',
    text: 'Nothing was saved, and your text is kept. Choose which value to keep, then save again.',
    mine: (field: string) => `${field}, yours`,
    theirs: (field: string) => `${field}, stored now`,
    which: (field: string) => `${field}: which to keep`,
    keepMine: 'Keep mine',
    keepTheirs: 'Keep the stored one',
  },
  /** Why an attempt got no response. */
  causes: {
    timeout: 'timeout',
    refused: 'refused',
    dns: 'DNS',
    tls: 'TLS',
    unreachable: 'unreachable',
    closed: 'closed',
    invalid: 'invalid',
    blocked: 'blocked',
    proxy: 'proxy',
    unknown: 'no response',
  } satisfies Record<Exclude<AttemptCause, 'http'>, string>,
  pace: {
    pauseTitle: 'The receiver asked for a pause',
    pauseBefore: 'It responded with Retry-After. The next message is sent',
    pauseAfter: '. Nothing is lost.',
    slowTitle: 'Slower than the limit',
    slowText: (rate: number, limit: number | null) =>
      `The receiver was overloaded repeatedly, so it now gets ${rate} messages per second instead of ${limit}. The rate rises again while it responds.`,
  },
  /** A message that failed at an endpoint in strict order. */
  blocked: {
    by: 'Blocked by',
    attempt: (attempt: number, of: number) => `attempt ${attempt} of ${of}`,
    at: 'at',
    now: 'now',
    text: 'Strict order: nothing else is sent until this message is delivered, given up or skipped.',
    retry: 'Retry now',
    skip: 'Skip it',
    skipText:
      'The message is given up, and the next one is sent at once. If you resend it later, it arrives after newer messages.',
    keep: 'Cancel',
    skipConfirm: 'Skip the message',
    notRetried: 'The message was not sent again',
    notSkipped: 'The message was not skipped',
  },
  schema: {
    collapse: 'Collapse all',
    expand: 'Expand all',
    levels: (levels: number) => `${levels} levels`,
    linkCopied: 'Link copied',
    linkTo: (path: string) => `Link to ${path}`,
    lostBefore: 'The link points to',
    lostAfter: ', but this schema has no such field.',
    required: 'required',
    deprecated: 'deprecated',
    again: 'again',
    asIn: (label: string) => `, as in ${label}`,
    keysThatMatch: 'matching keys',
    moreRows: (count: number) => `${count.toLocaleString('en')} more not shown`,
    otherValues: (count: number) =>
      count === 1 ? 'The other value' : `The other ${count.toLocaleString('en')} values`,
    showVendorKeys: (count: number) =>
      `Show ${count.toLocaleString('en')} vendor ${count === 1 ? 'key' : 'keys'} (x-…)`,
    hideVendorKeys: 'Hide vendor keys',
    moreValues: (count: number) => ` and ${count.toLocaleString('en')} more`,
  },
  payload: {
    label: 'Payload to check',
    placeholder: '{ "paste": "a payload" }',
    hint: 'Checks against the current schema. The payload is not sent or stored.',
    check: 'Check payload',
    notChecked: 'The payload could not be checked',
    fits: 'Payload matches the schema',
    unknown: 'The payload could not be checked',
    violation: (places: number) =>
      places === 1 ? 'Payload violates the schema' : `Payload violates the schema in ${places} places`,
    whole: 'the payload',
    line: (line: number) => `line ${line}`,
    alternative: (position: number, label: string) =>
      label === '' ? `Alternative ${position}` : `Alternative ${position}, ${label}`,
    violations: (count: number) => `${count} ${count === 1 ? 'violation' : 'violations'}`,
    fault: (line: number, column: number) => `JSON has an error at line ${line}, column ${column}`,
    removeInvisible: 'Remove invisible characters',
    markFits: 'matches the schema',
    markUnknown: 'could not be checked',
    markViolation: 'violates the schema:',
    markMore: (count: number) => ` and ${count} more`,
    variants: 'Example variant',
    authors: "author's",
  },
};

export type UiLabels = typeof UI_LABELS;

const Context = createContext<UiLabels>(UI_LABELS);

/** Provides other texts to the shared parts below it. */
export function UiLabelsProvider({
  labels,
  children,
}: {
  readonly labels: UiLabels;
  readonly children: ReactNode;
}) {
  return <Context value={labels}>{children}</Context>;
}

/** The texts of the shared parts here. */
export function useUiLabels(): UiLabels {
  return useContext(Context);
}
