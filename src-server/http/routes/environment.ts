import { type Clock, toIsoTime } from '../../base/clock';
import type { WorkerPool } from '../../catalog/worker-pool';
import {
  ENVIRONMENT_BODY_MAX_BYTES,
  type EnvironmentIn,
  type EnvironmentOut,
  environmentInSchema,
  environmentOutSchema,
} from '../../contract/environment';
import type { EnvironmentStore } from '../../storage/environment-store';
import type { EventTypeStore } from '../../storage/event-type-store';
import type { FlagSetStore } from '../../storage/flag-set-store';
import type { SettingStore } from '../../storage/setting-store';
import { changeAuthor } from '../change-author';
import {
  type EnvironmentBody,
  readEnvironmentEventTypes,
  readEnvironmentRemovals,
  readEnvironmentSettings,
} from '../environment-input';
import { readEventTypeList } from '../event-type-list';
import { presentEventType } from '../presenters';
import { bodyOf, type Route, route } from '../route';
import { checkSettings } from '../setting-check';
import { checkLetters } from './flag-sets';

export interface EnvironmentRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly settings: SettingStore;
  readonly environment: EnvironmentStore;
  readonly flagSets: FlagSetStore;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  /** Called after an import, which may have changed the catalog and the settings. */
  readonly onCatalogChanged: () => void;
}

/** Event types and settings as one file: out of one instance, into another. */
export function environmentRoutes(parts: EnvironmentRouteParts): readonly Route[] {
  const { eventTypes, settings, environment, flagSets, workers, clock } = parts;
  return [
    route({
      method: 'POST',
      path: '/environment/export',
      access: 'admin',
      summary: 'Write all event types and settings as one file.',
      answers: { 200: environmentOutSchema },
      async handler() {
        const sets = await flagSets.list();
        const answer: EnvironmentOut = {
          version: 1,
          createdAt: toIsoTime(clock.now()),
          eventTypes: (await eventTypes.listAll()).map(presentEventType),
          settings: settings.current(),
          ...(sets.length > 0 ? { flagSets: sets } : {}),
          connectors: [],
        };
        return { status: 200, body: answer };
      },
    }),
    route({
      method: 'POST',
      path: '/environment/import',
      access: 'admin',
      maxBodyBytes: ENVIRONMENT_BODY_MAX_BYTES,
      summary:
        'Add and replace event types and change settings, as an export has them. Nothing is removed that is not named in `remove`, and an error leaves everything as it was.',
      body: bodyOf<EnvironmentIn>(environmentInSchema),
      emptyBody: true,
      readsBytes: true,
      usesWorkers: true,
      answers: { 204: null },
      async handler(input) {
        const { principal } = input;
        const body: EnvironmentBody = await readEventTypeList(workers, environmentInSchema, input);
        checkLetters(body.flagSets ?? []);
        const change = {
          eventTypes: await readEnvironmentEventTypes(body),
          settings: readEnvironmentSettings(body),
          flagSets: body.flagSets ?? [],
          remove: readEnvironmentRemovals(body),
          author: changeAuthor(principal, { act: 'import' }),
        };
        await environment.put(change, clock.now(), (next) => checkSettings(next, ['body', 'settings']));
        parts.onCatalogChanged();
        return { status: 204 };
      },
    }),
  ];
}
