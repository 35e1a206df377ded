import { toIsoTime } from '../../base/clock';
import type { AuditLineOut } from '../../contract/audit';
import { auditOperations } from '../../contract/operations/audit';
import type { AuditLine, AuditStore } from '../../storage/installation/audit-store';
import { type Route, route } from '../route';

interface AuditRouteParts {
  readonly audit: Pick<AuditStore, 'list'>;
}

/** Who changed what, for the sender's people. */
export function auditRoutes({ audit }: AuditRouteParts): readonly Route[] {
  return [
    route(auditOperations.list, {
      access: 'admin',
      summary: 'List who changed what, newest first.',
      description:
        'A line is written together with the change, and kept for a year, or as long as `--audit-days` says. What the server does by itself has none: the history of event types and operational webhooks tell of that.',
      async handler({ query }) {
        const { application, action, target, since, limit, iterator } = query;
        const page = await audit.list({
          ...{ application, action, target, limit, iterator },
          since: since === undefined ? undefined : Date.parse(since),
        });
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
  ];
}

function present(line: AuditLine): AuditLineOut {
  return {
    id: line.id,
    at: toIsoTime(line.at),
    actor: { kind: line.actorKind, name: line.actorName },
    from: line.origin,
    action: line.action,
    ...(line.appId !== null && { application: line.appId }),
    target: line.target,
    ...(line.before && { before: { ...line.before } }),
    ...(line.after && { after: { ...line.after } }),
  };
}
