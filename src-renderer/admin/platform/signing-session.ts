/** What this browser signs its requests with. Pages of the origin use the key; no script can read it. */
export interface SigningSession {
  readonly sessionId: string;
  readonly key: CryptoKey;
  /** The run of the server that it signs for. */
  readonly run: string;
  /** How far the clock of the server is ahead of that of this browser. */
  readonly aheadMs: number;
}

const DATABASE = 'posthorn';
const STORE = 'log-in';
const KEY = 'signing';

/** Null: there is none, or the browser blocks its storage. */
export async function readSigningSession(): Promise<SigningSession | null> {
  // Only in a secure context: https, or this computer.
  if (!globalThis.crypto?.subtle) return null;
  return (
    (await inStore<SigningSession | undefined>('readonly', (store) => store.get(KEY)).catch(() => null)) ??
    null
  );
}

/** Null forgets it. Where the browser blocks its storage, nothing is kept. */
export async function keepSigningSession(session: SigningSession | null): Promise<void> {
  await inStore('readwrite', (store) => (session ? store.put(session, KEY) : store.delete(KEY))).catch(
    () => undefined,
  );
}

function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const request = use(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      database.close(); // after the transaction
    };
  });
}
