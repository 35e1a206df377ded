import { apiError, notFound } from '../../base/errors';
import type { TaskRecord } from '../../storage/installation/task-store';
import type { ErasurePage, ErasureScope } from '../../storage/messages/erasure-store';
import type { TextPlace } from '../../storage/messages/text-places';
import { createErasureTask, ERASURE_NAME, type ErasureParts } from './erasure-task';
import type { TaskRunner } from './task-runner';

/** What somebody wants erased: messages that fulfil all of these, as far as they are given. */
interface ErasureRequest {
  /** An application, by id or uid. */
  readonly application?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly eventIdPrefix?: string | undefined;
  readonly text?: string | undefined;
  /** Milliseconds since 1970. */
  readonly before?: number | undefined;
}

/** What an erasure would do. */
interface ErasureEstimate {
  readonly messages: number;
  readonly attempts: number;
  readonly waiting: number;
  readonly backups: readonly string[];
  readonly oldDatabases: readonly string[];
  readonly elsewhere: readonly TextPlace[];
}

/** Both throw ApiError not_found for an application that never was. */
export interface Erasures {
  /** Counts without changing anything. */
  estimate(request: ErasureRequest): Promise<ErasureEstimate>;
  /**
   * Starts the task that erases.
   * @throws ApiError conflict while a backup waits to replace the database, which would bring everything back
   */
  begin(request: ErasureRequest): Promise<TaskRecord>;
}

interface Parts extends ErasureParts {
  readonly tasks: TaskRunner;
  /** Whether a backup replaces the database at the next start. */
  readonly isRestoreStaged: () => Promise<boolean>;
}

/** Registers the task, too. */
export function createErasures(parts: Parts): Erasures {
  const { store, files, tasks, newId } = parts;
  tasks.register(createErasureTask(parts));

  async function scopeOf(request: ErasureRequest): Promise<ErasureScope> {
    const { application, tags = null, eventIdPrefix = null, text, before = null } = request;
    const appIds = application === undefined ? null : await store.findApplications(application);
    if (appIds?.length === 0) throw notFound('Application');
    const texts = text === undefined ? null : spellingsOf(text);
    return { appIds, tags, eventIdPrefix, texts, before, lastId: newId('msg_') };
  }

  return {
    async estimate(request) {
      const scope = await scopeOf(request);
      let [messages, attempts, waiting] = [0, 0, 0];
      for (let after: string | null = ''; after !== null; ) {
        const page: ErasurePage = await store.nextMessages(scope, after);
        const counts = await store.count(page.found);
        messages += page.found.length;
        attempts += counts.attempts;
        waiting += counts.waiting;
        after = page.upTo;
      }
      const [backups, oldDatabases] = [await files.backups(scope), await files.oldDatabases(scope)];
      const elsewhere = await store.elsewhere(scope);
      return { messages, attempts, waiting, backups, oldDatabases, elsewhere };
    },
    async begin(request) {
      const scope = await scopeOf(request);
      if (await parts.isRestoreStaged())
        throw apiError(
          'conflict',
          'A restore is scheduled for the next start and would bring erased messages back. Restart first, or cancel the restore.',
        );
      const sealed = parts.seal(JSON.stringify(scope));
      return tasks.begin({ task: ERASURE_NAME, appId: null, endpointId: null, arguments: { sealed } });
    },
  };
}

/** What encoders of JSON spell as `\u` and four digits: Python and PHP, Go, .NET. Every `"` has a backslash before it. */
const SPELLED_IN_DIGITS = [/[\u007f-\uffff]/g, /[&<>\u2028\u2029]/g, /\\"|[&<>+'`\u007f-\uffff]/g];

/** A text as payloads may have it: as it is, and as JSON spells it with few escapes, with a slash escaped, or in digits. */
function spellingsOf(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const inDigits = (chars: RegExp, digits: (code: string) => string) =>
    json.replace(chars, (found) => {
      const code = found
        .charCodeAt(found.length - 1)
        .toString(16)
        .padStart(4, '0');
      return `\\u${digits(code)}`;
    });
  const encoded = SPELLED_IN_DIGITS.flatMap((chars) => [
    inDigits(chars, (code) => code),
    inDigits(chars, (code) => code.toUpperCase()),
  ]);
  const all = [text, json, ...encoded];
  return [...new Set(all.flatMap((spelling) => [spelling, spelling.replaceAll('/', '\\/')]))];
}
