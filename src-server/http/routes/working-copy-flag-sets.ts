import { notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { FlagSet } from '../../contract/flag-set';
import { workingCopyFlagSetOperations } from '../../contract/operations/working-copy-flag-sets';
import { withIds } from '../../storage/catalog/flag-set-store';
import type { WorkingCopies } from '../../sync/working-copies';
import { FLAG_SETS, flagSetsIn, flagSetsText, isFlagSets } from '../../working-copy/flag-sets-text';
import { editAuthor } from '../edit-author';
import { checkTag } from '../if-match';
import { type Route, route } from '../route';
import { checkLetters, checkVersion, presentFlagSets } from './flag-sets';

interface WorkingCopyFlagSetRouteParts {
  readonly workingCopies: WorkingCopies;
  readonly newId: NewId;
}

/** The sets of feature flags of another instance, edited here. */
export function workingCopyFlagSetRoutes({
  workingCopies,
  newId,
}: WorkingCopyFlagSetRouteParts): readonly Route[] {
  return [
    route(workingCopyFlagSetOperations.read, {
      access: 'admin',
      summary: 'List the named sets of feature flags of a working copy. Their `ETag` is their version.',
      description:
        'A 404 where the other instance has none, as one of an earlier version, or was not fetched since it has.',
      handler: async ({ params }) => respondWith(await workingCopies.getFlagSets(params.id)),
    }),
    route(workingCopyFlagSetOperations.replace, {
      access: 'admin',
      summary:
        'Replace the named sets of feature flags of a working copy, all of them at once. Nothing is sent until they are synced.',
      description: 'Among the changes, and in a comparison and a sync, they are called `flag-sets`.',
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler({ params, body, ifMatch, principal }) {
        checkLetters(body.flagSets);
        const { after } = await workingCopies.edit(params.id, FLAG_SETS, {
          author: editAuthor(principal),
          next(mine) {
            if (!isFlagSets(mine)) throw notFound('Flag sets');
            const existing = setsIn(mine);
            checkTag(ifMatch, presentFlagSets(existing).version);
            checkVersion(body, existing);
            return flagSetsText(withIds(body.flagSets, existing, newId));
          },
        });
        return respondWith(after ?? '');
      },
    }),
  ];
}

function respondWith(content: string) {
  const body = presentFlagSets(setsIn(content));
  return { status: 200, body, tag: body.version } as const;
}

function setsIn(content: string): readonly FlagSet[] {
  return flagSetsIn(content) as unknown as readonly FlagSet[];
}
