import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src-server/storage/database';

/** Names the folder of the notes: a file for each worker, with a line `ENGINE STORE.METHOD` for the first call of each. */
const FOLDER = process.env.POSTHORN_STORE_CALLS;

const noted = new Set<string>();

function note(db: Database, call: string): void {
  const line = `${db.dialect.engine} ${call}\n`;
  if (!FOLDER || noted.has(line)) return;
  noted.add(line);
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, `${process.pid}.txt`), line);
}

/** The same function, whose store notes which of its methods are called, and on which engine. */
export function noteStoreCalls<Args extends readonly [Database, ...unknown[]], Store extends object>(
  name: string,
  create: (...args: Args) => Store | Promise<Store>,
): (...args: Args) => Store | Promise<Store> {
  return (...args) => {
    noteHotStatements(args[0]);
    const store = create(...args);
    return store instanceof Promise
      ? store.then((it) => noting(args[0], name, it))
      : noting(args[0], name, store);
  };
}

function noting<Store extends object>(db: Database, name: string, store: Store): Store {
  const methods = new WeakMap<object, unknown>();
  return new Proxy(store, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      const known = methods.get(member);
      if (known) return known;
      const method = (...args: unknown[]): unknown => {
        note(db, `${name}.${String(key)}`);
        return Reflect.apply(member, target, args);
      };
      methods.set(member, method);
      return method;
    },
  });
}

const seen = new WeakSet<object>();

function noteHotStatements(db: Database): void {
  const { hot } = db.dialect;
  if (seen.has(hot)) return;
  seen.add(hot);
  for (const name of ['accept', 'finish'] as const) {
    const statement = hot[name] as { params(inputs: readonly unknown[]): readonly string[] };
    const { params } = statement;
    statement.params = (inputs) => {
      note(db, `hot.${name}`);
      return params(inputs);
    };
  }
}
