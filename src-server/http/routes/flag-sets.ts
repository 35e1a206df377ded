import { createHash } from 'node:crypto';
import { apiError, invalidField } from '../../base/errors';
import type { FlagSet, FlagSetsOut } from '../../contract/flag-set';
import { flagSetOperations } from '../../contract/operations/flag-sets';
import type { FlagSetStore } from '../../storage/flag-set-store';
import { type Route, route } from '../route';

interface FlagSetRouteParts {
  readonly flagSets: FlagSetStore;
}

/** The sets of feature flags that the preview of the portal compares. */
export function flagSetRoutes({ flagSets }: FlagSetRouteParts): readonly Route[] {
  return [
    route(flagSetOperations.read, {
      access: 'admin',
      summary: 'List the named sets of feature flags that the portal preview compares.',
      handler: async () => ({ status: 200, body: present(await flagSets.list()) }),
    }),
    route(flagSetOperations.replace, {
      access: 'admin',
      summary: 'Replace the named sets of feature flags, all of them at once.',
      errors: ['conflict'],
      async handler({ body }) {
        checkLetters(body.flagSets);
        const next = await flagSets.replace(body.flagSets, (existing) => {
          if (body.version === undefined || body.version === null) return;
          if (body.version !== versionOf(existing)) {
            throw apiError('conflict', 'The flag sets have changed. Read them again, then change them.');
          }
        });
        return { status: 200, body: present(next) };
      },
    }),
  ];
}

/** @throws ApiError 422 when a letter occurs twice */
export function checkLetters(sets: readonly FlagSet[]): void {
  const letters = sets.map(({ letter }) => letter);
  const twice = letters.find((letter, index) => letters.indexOf(letter) !== index);
  if (twice !== undefined) throw invalidField('flagSets', `The letter ${twice} is listed more than once.`);
}

function present(flagSets: readonly FlagSet[]): FlagSetsOut {
  return { flagSets: [...flagSets], version: versionOf(flagSets) };
}

/** Derived from the sets themselves: there is no separate version that could be wrong. */
function versionOf(sets: readonly FlagSet[]): string {
  const text = JSON.stringify(
    sets.map(({ letter, name, colour, featureFlags }) => [letter, name, colour, featureFlags]),
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
