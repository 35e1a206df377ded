import { type Clock, toIsoTime } from '../../base/clock';
import type { NewId } from '../../base/id';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import {
  ENVIRONMENT_BODY_MAX_BYTES,
  type EnvironmentOut,
  environmentInSchema,
} from '../../contract/environment';
import { ENVIRONMENT_VERSION } from '../../contract/environment-version';
import { environmentOperations } from '../../contract/operations/environment';
import type { EnvironmentState, EnvironmentStore } from '../../storage/catalog/environment-store';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { FlagSetStore } from '../../storage/catalog/flag-set-store';
import type { SettingStore } from '../../storage/installation/setting-store';
import { changeAuthor } from '../change-author';
import { checkTag, contentTag } from '../if-match';
import {
  type EnvironmentBody,
  readEnvironmentEventTypes,
  readEnvironmentRemovals,
  readEnvironmentSettings,
} from '../inputs/environment-input';
import { readEventTypeList } from '../inputs/event-type-list';
import { checkSettings } from '../inputs/setting-check';
import { presentEventType } from '../presenters/presenters';
import { stringifyBody } from '../raw-json';
import { type Route, route } from '../route';
import { checkLetters } from './flag-sets';

/** The longest time an export may take, and thus the longest its caller may take to read it. */
const EXPORT_MAX_MS = 300_000;

interface EnvironmentRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly settings: SettingStore;
  readonly environment: EnvironmentStore;
  readonly flagSets: FlagSetStore;
  readonly newId: NewId;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  /** Called after an import, which may have changed the catalog and the settings. */
  readonly onCatalogChanged: () => void;
}

/** Event types and settings as one file: exported from one instance, imported into another. */
export function environmentRoutes(parts: EnvironmentRouteParts): readonly Route[] {
  const { settings, environment, flagSets, workers, clock } = parts;
  return [
    route(environmentOperations.export, {
      access: 'admin',
      inPieces: true,
      summary: 'Write all event types and settings as one file.',
      description:
        'The event types are a snapshot of one moment. The response is streamed, within five minutes; a truncated response is incomplete. Its `ETag` identifies the state of all of it.',
      async handler() {
        // Before everything is read: a change in between is then noticed, and not missed.
        const catalogTag = await parts.eventTypes.catalogTag();
        const sets = await flagSets.list();
        const state = { catalogTag, settings: settings.current(), flagSets: sets };
        const around = {
          version: ENVIRONMENT_VERSION,
          createdAt: toIsoTime(clock.now()),
          settings: settings.current(),
          ...(sets.length > 0 ? { flagSets: sets } : {}),
          connectors: [],
        } satisfies Omit<EnvironmentOut, 'eventTypes'>;
        return { status: 200, pieces: exportPieces(around, parts), weakTag: tagOf(state) };
      },
    }),
    route(environmentOperations.import, {
      access: 'admin',
      maxBodyBytes: ENVIRONMENT_BODY_MAX_BYTES,
      summary:
        'Add and replace event types and change settings from an export. Removes only what `remove` names. After an error, nothing has changed.',
      readsBytes: true,
      usesWorkers: true,
      errors: ['precondition_failed'],
      conditional: true,
      async handler(input) {
        const { principal, ifMatch, query } = input;
        const body: EnvironmentBody = await readEventTypeList(workers, environmentInSchema, input);
        checkLetters(body.flagSets ?? []);
        const change = {
          eventTypes: await readEnvironmentEventTypes(body),
          settings: readEnvironmentSettings(body),
          flagSets: body.flagSets ?? [],
          newId: parts.newId,
          remove: readEnvironmentRemovals(body),
          author: changeAuthor(principal, { act: 'import', announced: query.announce ?? true }),
          ...(ifMatch && {
            checkState: (state: EnvironmentState) => checkTag(ifMatch, tagOf(state)),
          }),
        };
        await environment.put(change, clock.now(), (next) => checkSettings(next, ['body', 'settings']));
        parts.onCatalogChanged();
        return { status: 204 };
      },
    }),
  ];
}

/** The tag of an environment, which changes with each of its parts. */
function tagOf({ catalogTag, settings, flagSets }: EnvironmentState): string {
  return contentTag([catalogTag, settings, flagSets]);
}

/** One event type after another, so that only a few are in memory, however many there are. */
async function* exportPieces(
  around: Omit<EnvironmentOut, 'eventTypes'>,
  { eventTypes, clock }: Pick<EnvironmentRouteParts, 'eventTypes' | 'clock'>,
): AsyncGenerator<string, void> {
  const ending = new AbortController();
  // A caller who stops reading must not keep the database's log from being emptied.
  const timer = clock.setTimer(EXPORT_MAX_MS, () => ending.abort());
  try {
    let before = `${JSON.stringify(around).slice(0, -1)},"eventTypes":[`;
    for await (const page of eventTypes.walk(ending.signal)) {
      for (const record of page) {
        yield before + stringifyBody(presentEventType(record));
        before = ',';
      }
    }
    yield before === ',' ? ']}' : `${before}]}`;
  } finally {
    timer.cancel();
  }
}
