import type { TaskRecord } from '../../storage/installation/task-store';
import type { MessageArchive, MessageSize } from '../../storage/messages/message-archive';
import type { TaskKind } from './task-runner';

export const PURGE_NAME = 'application.purge_content';

/** What the task starts with. */
export interface PurgeArguments {
  /** An id created when it began: messages accepted later keep their payloads. */
  readonly lastId: string;
}

const ROWS_PER_READ = 500;
const PAYLOADS_PER_PIECE = 250;
/** Freeing a payload means walking through it. */
const BYTES_PER_PIECE = 2 * 1024 * 1024;

/** Removes the payloads of all messages of an application permanently; their waiting deliveries then fail. */
export function createPurgeTask(messages: Pick<MessageArchive, 'listContents' | 'expungeWithin'>): TaskKind {
  return {
    name: PURGE_NAME,
    async next(task) {
      const { lastId } = argumentsOf(task);
      const page = await messages.listContents(task.appId ?? '', task.cursor ?? '', lastId, ROWS_PER_READ);
      const piece = page.slice(0, lengthOfPiece(page));
      const ids = piece.filter(({ payloadBytes }) => payloadBytes !== null).map(({ id }) => id);
      return {
        cursor: piece.at(-1)?.id ?? task.cursor,
        done: piece.length === page.length && page.length < ROWS_PER_READ,
        write: async (tx) => ({ expunged: await messages.expungeWithin(tx, ids) }),
      };
    },
    receipt({ counts }) {
      const { expunged = 0 } = counts;
      return { expunged, messagesPurged: expunged };
    },
  };
}

/** How many messages of a page one write can handle: at least one, whatever its size. */
function lengthOfPiece(page: readonly MessageSize[]): number {
  let [payloads, bytes] = [0, 0];
  const end = page.findIndex(({ payloadBytes }) => {
    if (payloadBytes === null) return false;
    payloads += 1;
    bytes += payloadBytes;
    return payloads > 1 && (payloads > PAYLOADS_PER_PIECE || bytes > BYTES_PER_PIECE);
  });
  return end < 0 ? page.length : end;
}

/** Only the route that starts the task writes this. */
function argumentsOf(task: TaskRecord): PurgeArguments {
  return task.arguments as unknown as PurgeArguments;
}
