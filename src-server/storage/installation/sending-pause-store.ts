import type { Database } from '../database';
import { PUT_SETTING } from '../put-setting';
import { type NewestRead, openNewestRead } from './newest-read';

/** Whether all sending is paused; survives a restart. */
export interface SendingPauseStore extends Pick<NewestRead<number | null>, 'reload'> {
  /** Since when, in milliseconds since 1970. Null: it is not paused. From memory. */
  since(): number | null;
  /** Pauses it, unless it is, or ends the pause. Resolves when that is on disk. */
  set(since: number | null): Promise<void>;
}

/** Kept with the settings of the instance, but none of them: an export must not pause the server that imports it. */
export const SENDING_PAUSED_SINCE = 'sendingPausedSince';

export async function openSendingPauseStore(db: Database): Promise<SendingPauseStore> {
  const pausedSince = await openNewestRead<number | null>(async () => {
    const row = await db.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [
      SENDING_PAUSED_SINCE,
    ]);
    return row ? (JSON.parse(row.value) as number) : null;
  });
  return {
    since: pausedSince.current,
    reload: pausedSince.reload,
    async set(since) {
      if (since !== null && pausedSince.current() !== null) return;
      await db.write((tx) =>
        since === null
          ? tx.run('DELETE FROM setting WHERE name = ?', [SENDING_PAUSED_SINCE])
          : tx.run(PUT_SETTING, [SENDING_PAUSED_SINCE, JSON.stringify(since)]),
      );
      pausedSince.set(since);
    },
  };
}
