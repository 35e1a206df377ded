import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import { type AuditFields, changedFields } from './audit-fields';
import type { Database } from './database';
import type { Transaction } from './transaction';

/** Who sent a request that changes something. */
export interface AuditActor {
  readonly kind: 'full' | 'reader' | 'support' | 'catalog' | 'portal';
  /** Its token, whose name is written down. Null: the admin token of the settings. */
  readonly tokenId: string | null;
  /** In place of the name of the token. Null: that is written. */
  readonly name: string | null;
}

/** What is known of a request before it changes something. */
export interface AuditRequest {
  readonly actor: AuditActor;
  /** The address that it came from. */
  readonly from: string;
  /** As `endpoint.updated`. */
  readonly action: string;
  readonly appId: string | null;
  /** What it is about, unless the store that changes it says so. Null: only the store can. */
  readonly target: string | null;
  /** The parameter of the path that `target` stands in. Null: it is of no parameter. */
  readonly parameter: string | null;
  /** How the targets begin whose changes count: a request may change other things on the way. */
  readonly prefix: string;
  /** What was asked for, where no store says what changed. */
  readonly after: AuditFields | null;
}

/** What a store says of a change that it makes. Null: there was none before, or there is none after. */
interface AuditNote {
  readonly target: string;
  /** Absent: that of the request. */
  readonly appId?: string;
  readonly before: object | null;
  readonly after: object | null;
}

interface Scope extends Omit<AuditRequest, 'target' | 'after'> {
  target: string | null;
  after: AuditFields | null;
  /** Its line is written, or it is over. */
  isClosed: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
const notesOf = new WeakMap<Transaction, AuditNote[]>();
let running = 0;

/** Runs a request whose first change is written down, in the transaction that makes it. */
export async function audited<T>(request: AuditRequest, work: () => Promise<T> | T): Promise<T> {
  const scope: Scope = { ...request, isClosed: false };
  running += 1;
  try {
    return await scopes.run(scope, work);
  } finally {
    // What goes on in the background is not what was asked for.
    scope.isClosed = true;
    running -= 1;
    // Up to Node 22, following each promise costs time, which deliveries and acceptance do not pay.
    if (running === 0) scopes.disable();
  }
}

/** Says the id of what a parameter of the path names: a caller may have written a uid, or the id of an event. */
export function noteParameter(parameter: string, id: string): void {
  const scope = scopes.getStore();
  if (scope?.parameter === parameter) scope.target = id;
}

/** Says what was asked for, where the body may name it otherwise than by its id. */
export function noteAsked(after: AuditFields): void {
  const scope = scopes.getStore();
  if (scope) scope.after = after;
}

/** Says what a write changes. Harmless in a write that nobody has asked for. */
export function noteChange(tx: Transaction, note: AuditNote): void {
  notesOf.get(tx)?.push(note);
}

/** The same database: the first write of a request that changes something has its line of the audit, too. */
export function auditedDatabase<D extends Database>(
  db: D,
  { newId, clock }: { readonly newId: NewId; readonly clock: Clock },
): D {
  const write: Database['write'] = (work) => {
    const scope = scopes.getStore();
    if (!scope || scope.isClosed) return db.write(work);
    let isOurs = false;
    const both: typeof work = async (tx) => {
      if (scope.isClosed && !isOurs) return work(tx);
      const notes: AuditNote[] = [];
      notesOf.set(tx, notes);
      const result = await work(tx).finally(() => notesOf.delete(tx));
      const line = lineOf(scope, notes, result);
      if (line) {
        const name = scope.actor.name ?? (await nameOf(tx, scope.actor.tokenId));
        const { actor, from } = scope;
        const { action, appId, target, before, after } = line;
        // Before its id, which may not tell an earlier time: the list looks for `since` among the ids.
        const at = clock.now();
        await tx.run(INSERT, [
          ...[newId('aud_'), at, actor.kind, name, from, action, appId, target],
          ...[before && JSON.stringify(before), after && JSON.stringify(after)],
        ]);
        isOurs = true;
        scope.isClosed = true;
      }
      return result;
    };
    return db.write(both).catch((cause) => {
      if (isOurs) scope.isClosed = false;
      throw cause;
    });
  };
  return { ...db, write };
}

const INSERT = `
  INSERT INTO audit_line (id, at, actor_kind, actor_name, origin, action, app_id, target, before, after)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Null: this write changed nothing of what was asked for. */
function lineOf(request: AuditRequest, notes: readonly AuditNote[], result: unknown) {
  const { action, appId, target, prefix, after } = request;
  const note = notes.find((noted) => noted.target.startsWith(prefix));
  if (!note)
    return target === null || isNothing(result) ? null : { action, appId, target, before: null, after };
  const fields = changedFields(note.before, note.after);
  const isSame = note.before !== null && note.after !== null && !fields.before && !fields.after;
  if (isSame && !after) return null;
  return {
    action: actionOf(action, note, fields),
    appId: note.appId ?? appId,
    target: note.target,
    before: fields.before,
    after: fields.after ?? after,
  };
}

/** What a write returns that found nothing to change. */
function isNothing(result: unknown): boolean {
  if (Array.isArray(result)) return result.length === 0;
  if (typeof result !== 'object' || result === null)
    return result === false || result === null || result === 0;
  const { changes, kind } = result as { readonly changes?: number; readonly kind?: string };
  // A message that was to be sent again waits anyway, or its endpoint has just been deleted.
  return changes === 0 || kind === 'waits' || kind === 'endpoint-gone';
}

/** An update that made something, or that only paused or resumed it. */
function actionOf(action: string, note: AuditNote, { after }: ReturnType<typeof changedFields>): string {
  if (!action.endsWith('.updated')) return action;
  const kind = action.slice(0, -'updated'.length);
  if (note.before === null) return `${kind}created`;
  const changed = Object.keys(after ?? {});
  if (changed.length !== 1 || changed[0] !== 'paused') return action;
  return kind + (after?.paused === true ? 'paused' : 'resumed');
}

async function nameOf(tx: Transaction, tokenId: string | null): Promise<string> {
  if (tokenId === null) return 'admin token';
  const row = await tx.get<{ name: string }>('SELECT name FROM token WHERE id = ?', [tokenId]);
  return row?.name || tokenId;
}
