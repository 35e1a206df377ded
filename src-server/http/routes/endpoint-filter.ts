import { seesEverything } from '../../access/principal';
import { visibleFlags } from '../../access/visibility';
import type { FilterJudge } from '../../catalog/filter-judge';
import {
  type EndpointFilterTrialOut,
  TRIAL_MESSAGES_DEFAULT,
  TRIAL_NAMED_MAX,
} from '../../contract/endpoint-filter-trial';
import { endpointFilterOperations } from '../../contract/operations/endpoint-filter';
import { groupNamesFor } from '../../delivery/endpoints/group-names';
import { takesMessage, takesType } from '../../delivery/endpoints/match-endpoints';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { EndpointContent } from '../../storage/endpoint-record';
import type { MessageArchive, MessageRecord } from '../../storage/messages/message-archive';
import { checkedFilter } from '../inputs/endpoint-filter';
import { orNull } from '../inputs/spellings';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';

interface EndpointFilterRouteParts {
  readonly messages: Pick<MessageArchive, 'list'>;
  readonly eventTypes: Pick<EventTypeStore, 'findGroupNames' | 'get' | 'getVisible'>;
  readonly filterJudge: FilterJudge;
}

/** Characters of payloads that one trial reads; it ends with the page that exceeds them. */
const TRIAL_TEXT_MAX = 4_000_000;
const MESSAGES_PER_READ = 100;

type Wanted = Pick<EndpointContent, 'filter' | 'filterTypes' | 'filterGroups' | 'channels'>;

/** What a filter would have let through. */
export function endpointFilterRoutes(parts: EndpointFilterRouteParts): readonly Route[] {
  return [
    route(endpointFilterOperations.try, {
      access: 'portal',
      capability: 'ViewBase',
      summary: 'Try a filter on the newest messages of the application. Nothing is sent or stored.',
      readsMany: true,
      usesWorkers: true,
      async handler({ application, body, principal, onGone }) {
        const wanted: Wanted = {
          filter: checkedFilter(body.filter),
          filterTypes: orNull(body.filterTypes) ?? null,
          filterGroups: orNull(body.filterGroups) ?? null,
          channels: orNull(body.channels) ?? null,
        };
        const options = taskOptions({ principal, onGone });
        const isNamed = namesFor(parts.eventTypes, visibleFlags(principal));
        const result = { examined: 0, matched: 0, matching: [], notMatching: [] } as Trial;
        const limit = body.limit ?? TRIAL_MESSAGES_DEFAULT;
        for await (const page of newestOf(parts.messages, application.id, limit)) {
          const groups = await groupNamesFor(
            parts.eventTypes.findGroupNames,
            [...new Set(page.map(({ eventType }) => eventType))],
            [wanted],
          );
          const verdicts = wanted.filter
            ? await parts.filterJudge(
                {
                  filters: [wanted.filter],
                  messages: page.map(contentOf),
                  reasons: seesEverything(principal) ? 'exact' : 'without-types',
                },
                options,
              )
            : [];
          for (const [at, message] of page.entries()) {
            const groupName = groups.get(message.eventType) ?? null;
            const reason = leftOut(wanted, { ...message, groupName }) ?? verdicts[at]?.[0] ?? null;
            await count(result, message, reason, isNamed);
          }
        }
        return { status: 200, body: result };
      },
    }),
  ];
}

type Writable<List extends readonly unknown[]> = List[number][];
interface Trial {
  examined: number;
  matched: number;
  readonly matching: Writable<EndpointFilterTrialOut['matching']>;
  readonly notMatching: Writable<EndpointFilterTrialOut['notMatching']>;
}

/** @param reason null: the message matches */
async function count(
  result: Trial,
  { id: messageId, eventType }: MessageRecord,
  reason: string | null,
  isNamed: (eventType: string) => Promise<boolean>,
): Promise<void> {
  result.examined += 1;
  if (reason === null) result.matched += 1;
  const list = reason === null ? result.matching : result.notMatching;
  if (list.length === TRIAL_NAMED_MAX || !(await isNamed(eventType))) return;
  if (reason === null) result.matching.push({ messageId, eventType });
  else result.notMatching.push({ messageId, eventType, reason });
}

/** Whether somebody with these flags may be told of an event type: it is in sight, or not in the catalog. */
function namesFor(
  eventTypes: Pick<EventTypeStore, 'get' | 'getVisible'>,
  flags: readonly string[] | null,
): (eventType: string) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (name) => {
    if (flags === null) return true;
    const isNamed =
      known.get(name) ??
      ((await eventTypes.getVisible(name, flags)) !== undefined ||
        (await eventTypes.get(name)) === undefined);
    known.set(name, isNamed);
    return isNamed;
  };
}

/** Why such an endpoint does not take a message, whatever is in it; null: it does. */
function leftOut(wanted: Wanted, message: MessageRecord & { readonly groupName: string | null }) {
  if (!takesType(wanted, message)) return 'its event type is not among the chosen ones';
  return takesMessage(wanted, message) ? null : 'it is on none of the chosen channels';
}

function contentOf({ eventType, eventId, channels, tags, payload, contentType }: MessageRecord) {
  return { eventType, eventId, channels, tags, payload: contentType === null ? payload : null };
}

/** The newest messages that have their content, at most `limit`, fewer if they are large. */
async function* newestOf(messages: Pick<MessageArchive, 'list'>, appId: string, limit: number) {
  let [left, text] = [limit, TRIAL_TEXT_MAX];
  for (let iterator: string | null = null, done = false; !done && left > 0 && text > 0; ) {
    const size = Math.min(left, MESSAGES_PER_READ);
    const page = await messages.list(appId, { limit: size, iterator, withContent: true });
    yield page.data.filter(({ isExpunged }) => !isExpunged);
    left -= page.data.length;
    text -= page.data.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    ({ iterator, done } = page);
  }
}
