import { createHash } from 'node:crypto';
import { apiError, invalidField } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { FlagSet, FlagSetIn, FlagSetsIn, FlagSetsOut } from '../../contract/flag-set';
import { flagSetOperations } from '../../contract/operations/flag-sets';
import type { FlagSetStore } from '../../storage/catalog/flag-set-store';
import { type Route, route } from '../route';

interface FlagSetRouteParts {
  readonly flagSets: FlagSetStore;
  readonly newId: NewId;
}

/** The sets of feature flags that the preview of the portal compares. */
export function flagSetRoutes({ flagSets, newId }: FlagSetRouteParts): readonly Route[] {
  return [
    route(flagSetOperations.read, {
      access: 'admin',
      summary: 'List the named sets of feature flags that the portal preview compares.',
      handler: async () => ({ status: 200, body: presentFlagSets(await flagSets.list()) }),
    }),
    route(flagSetOperations.replace, {
      access: 'admin',
      summary: 'Replace the named sets of feature flags, all of them at once.',
      errors: ['conflict'],
      async handler({ body }) {
        checkLetters(body.flagSets);
        const next = await flagSets.replace({ flagSets: body.flagSets, newId }, (existing) => {
          checkVersion(body, existing);
        });
        return { status: 200, body: presentFlagSets(next) };
      },
    }),
  ];
}

/** @throws ApiError conflict, when the sets are no longer those that whoever writes has read */
export function checkVersion({ version }: FlagSetsIn, existing: readonly FlagSet[]): void {
  if (version === undefined || version === null || version === versionOf(existing)) return;
  throw apiError('conflict', 'The flag sets have changed. Read them again, then change them.');
}

/** @throws ApiError 422 when a letter or an id occurs twice */
export function checkLetters(sets: readonly FlagSetIn[]): void {
  const letter = repeated(sets.map((set) => set.letter));
  if (letter !== undefined) throw invalidField('flagSets', `The letter ${letter} is listed more than once.`);
  const id = repeated(sets.flatMap((set) => set.id ?? []));
  if (id !== undefined) throw invalidField('flagSets', `The id ${id} is listed more than once.`);
}

function repeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

/** As a response has them, with their version. */
export function presentFlagSets(flagSets: readonly FlagSet[]): FlagSetsOut {
  return { flagSets: [...flagSets], version: versionOf(flagSets) };
}

/** Derived from the sets themselves: there is no separate version that could be wrong. */
function versionOf(sets: readonly FlagSet[]): string {
  const text = JSON.stringify(
    sets.map(({ id, letter, name, colour, featureFlags }) => [id, letter, name, colour, featureFlags]),
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
