/** What the double and its spec say to each other, over the channel of the process; without a spec nobody hears it. */

/** Tells the spec that the program did something that only a person or the system would see. */
export function record(member: string, ...details: readonly unknown[]): void {
  const entry: DoubleRecord = { member, details: plain(details) as unknown[] };
  RECORDS.push(entry);
  say({ kind: 'record', entry });
}

/** A fault of the program that nobody would hear otherwise, such as a member that is not covered. */
export function fault(message: string): Error {
  const cause = new Error(message);
  say({ kind: 'fault', message });
  process.stderr.write(`${cause.stack}\n`);
  return cause;
}

/**
 * What the person or the system answers: the next of the replies that the spec prepared, otherwise `usual`.
 * @throws the refusal that the spec prepared, as the system would
 */
export function replyOf<T>(member: string, usual: T): T {
  const prepared = REPLIES.get(member);
  if (!prepared || prepared.length === 0) return usual;
  const reply = prepared.length > 1 ? prepared.shift() : prepared[0]; // the last one stays
  if (isRefusal(reply)) throw new Error(reply.refusal);
  return reply as T;
}

/** Whether the spec prepared a reply. */
export function hasReply(member: string): boolean {
  return (REPLIES.get(member)?.length ?? 0) > 0;
}

/** Prepares replies: each is used once, the last one from then on. `{ refusal: 'why' }` makes the member throw. */
export function prepareReplies(member: string, replies: readonly unknown[]): void {
  REPLIES.set(member, [...replies]);
}

/** As if nothing had been recorded and no reply prepared: for a spec that goes on with a running program. */
export function forget(): void {
  RECORDS.length = 0;
  REPLIES.clear();
}

/** Everything recorded so far. */
export const RECORDS: DoubleRecord[] = [];

/** Sends a message to the spec. */
export function say(message: FromDouble): void {
  if (process.connected) process.send?.(message);
}

/** Something that the program did. */
export interface DoubleRecord {
  /** As in the README: `shell.openExternal`. */
  readonly member: string;
  readonly details: readonly unknown[];
}

export type FromDouble =
  | { readonly kind: 'record'; readonly entry: DoubleRecord }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'chromium'; readonly endpoint: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string };

/** To the double: run this function's text, with the module `electron`, the double itself and the argument. */
export interface ToDouble {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

const REPLIES = new Map<string, unknown[]>();

function isRefusal(value: unknown): value is { readonly refusal: string } {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}

/** What can be sent: functions and the like are left out. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (part instanceof Error ? part.message : part)),
  );
}
