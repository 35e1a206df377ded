import { invalid, invalidField } from '../../base/errors';
import type { ErasureIn } from '../../contract/erasure';
import { erasureOperations } from '../../contract/operations/erasure';
import type { Erasures } from '../../delivery/tasks/erasures';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import { type Route, route } from '../route';

interface ErasureRouteParts {
  readonly erasures: Erasures;
  readonly tasks: TaskRunner;
}

/** Removes what customers want removed, for good. */
export function erasureRoutes({ erasures, tasks }: ErasureRouteParts): readonly Route[] {
  return [
    route(erasureOperations.erase, {
      access: 'admin',
      readsMany: true,
      errors: ['not_found', 'conflict'],
      summary: 'Erase the content of messages for good, as a background task; with `dryRun`, only count it.',
      description:
        'Payloads, event ids, tags and channels of the messages that fulfil all conditions are overwritten, with the headers and responses of their attempts, operational webhooks about them, and responses kept for a repeat with the same idempotency key. Ids, times and outcomes stay. What waits of them is canceled first. Then the files of the database are written anew, so that nothing deleted is left in them; while that lasts, some seconds for each gigabyte, no message is accepted. What was asked for is not kept. Names, URLs, metadata, headers, examples and other settings stay as long as they are in use; `elsewhere` names those with the text. Where the data is in PostgreSQL, it is gone from every table; what PostgreSQL keeps of deleted rows is removed by its VACUUM FULL.',
      async handler({ body }) {
        const { dryRun = false, before, ...rest } = body;
        assertGiven(body);
        const request = { ...rest, before: before === undefined ? undefined : Date.parse(before) };
        if (dryRun) {
          const { backups, oldDatabases, elsewhere, ...counts } = await erasures.estimate(request);
          return {
            status: 200,
            body: {
              ...counts,
              backups: [...backups],
              oldDatabases: [...oldDatabases],
              elsewhere: [...elsewhere],
            },
          };
        }
        return { status: 202, body: tasks.present(await erasures.begin(request)) };
      },
    }),
  ];
}

/** @throws ApiError 422 where nothing is asked for, or a text that no message can have */
function assertGiven({ dryRun, ...conditions }: ErasureIn): void {
  if (Object.keys(conditions).length === 0) {
    const msg = 'name at least one of application, tags, eventIdPrefix, text and before';
    throw invalid({ loc: ['body'], msg, type: 'value_error' });
  }
  for (const [field, value] of Object.entries(conditions)) {
    const isText = [value ?? []]
      .flat()
      .every((text) => !text.includes('\0') && Buffer.from(text).toString() === text);
    if (!isText) throw invalidField(field, 'must not contain U+0000 or half of a surrogate pair');
  }
}
