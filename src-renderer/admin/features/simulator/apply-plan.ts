import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';

/** One endpoint of the application, before and after. */
export interface ApplyRow {
  readonly endpointId: string;
  readonly url: string;
  /** The effective limit, messages per second; null: none. */
  readonly before: number | null;
  readonly after: number | null;
  /** True: it already has its own limit. */
  readonly isOwn: boolean;
}

interface ApplyPlan {
  /** Which endpoints inherit the limit and which do not, before any numbers. */
  readonly inheritance: string;
  /** What will change, and by how much. */
  readonly consequence: string;
  /** Rows that change come first. */
  readonly rows: readonly ApplyRow[];
  /** False: nothing would change. */
  readonly isChange: boolean;
}

/** What setting a limit on an application, or on one endpoint of it, would do. */
export function applyPlan(
  application: Pick<ApplicationOut, 'name' | 'rateLimit'>,
  endpoints: readonly Pick<EndpointOut, 'id' | 'url' | 'rateLimit'>[],
  target: { readonly endpointId: string | null; readonly limit: number | null },
): ApplyPlan {
  const { endpointId, limit } = target;
  const rows = endpoints.map((endpoint) => {
    const before = endpoint.rateLimit ?? application.rateLimit;
    const isOwn = endpoint.rateLimit !== null;
    const isMeant = endpointId === null ? !isOwn : endpoint.id === endpointId;
    // No limit on an endpoint means: the limit of the application.
    const after = isMeant ? (endpointId === null ? limit : (limit ?? application.rateLimit)) : before;
    return { endpointId: endpoint.id, url: endpoint.url, before, after, isOwn };
  });
  const changed = rows.filter(({ before, after }) => before !== after);
  const own = endpoints.find(({ id }) => id === endpointId);
  const isChange =
    endpointId === null ? application.rateLimit !== limit : own !== undefined && own.rateLimit !== limit;
  return {
    inheritance: inheritanceLabel(rows, endpointId),
    consequence: isChange
      ? changeLabel(application, rows, target)
      : 'Nothing changes: this limit is already set.',
    rows: [...changed, ...rows.filter((row) => !changed.includes(row))],
    isChange,
  };
}

/** A limit in words. */
export function limitLabel(limit: number | null): string {
  return limit === null ? 'no limit' : `${limit.toLocaleString('en')}/s`;
}

function inheritanceLabel(rows: readonly ApplyRow[], endpointId: string | null): string {
  const owners = rows.filter(({ isOwn }) => isOwn).length;
  const followers = rows.length - owners;
  if (endpointId !== null) {
    const others = rows.length - 1;
    const rest =
      others === 0
        ? ''
        : others === 1
          ? ' The other one will not change.'
          : ` The other ${others} will not change.`;
    const row = rows.find((listed) => listed.endpointId === endpointId);
    return row?.isOwn
      ? `This endpoint has its own limit.${rest}`
      : `This endpoint uses the limit of the application now and gets its own.${rest}`;
  }
  if (rows.length === 0) return 'The application has no endpoints yet. Future endpoints will use its limit.';
  const follow = `${followers} ${followers === 1 ? 'endpoint uses' : 'endpoints use'} the limit of the application`;
  if (owners === 0) return `${follow}; none has its own.`;
  return `${follow}; ${owners} ${owners === 1 ? 'has its' : 'have their'} own and will not change.`;
}

function changeLabel(
  application: Pick<ApplicationOut, 'name' | 'rateLimit'>,
  rows: readonly ApplyRow[],
  { endpointId, limit }: { readonly endpointId: string | null; readonly limit: number | null },
): string {
  if (endpointId === null) {
    return `The limit of ${application.name} changes from ${limitLabel(application.rateLimit)} to ${limitLabel(limit)}, starting with the next message.`;
  }
  const row = rows.find((listed) => listed.endpointId === endpointId);
  if (row && row.before === row.after) {
    const follows = limit === null ? 'follows' : 'no longer follows';
    return `The limit of this endpoint stays ${limitLabel(row.after)} and ${follows} that of ${application.name}.`;
  }
  const after =
    limit === null ? `that of ${application.name}, ${limitLabel(application.rateLimit)}` : limitLabel(limit);
  return `The limit of this endpoint changes from ${limitLabel(row?.before ?? null)} to ${after}, starting with the next message.`;
}
