import type { IncomingMessage } from 'node:http';
import { browserSessionOf, type Principal } from '../../access/principal';
import type { SenderNodes } from '../../cluster/interface/sender-nodes';
import { isLoopback } from '../../host-names';
import { type AuditActor, type AuditRequest, audited } from '../../storage/audit-scope';
import { AUDITED_OPERATIONS, type AuditedOperation } from '../audited-operations';
import { browserName } from '../browser-name';
import type { Route, RouteInput } from '../route';

type Handler = Route['handler'];

/** The handlers of those operations that the audit tells of. What they change is written down with the change. */
export function auditedHandlers(
  routes: readonly Route[],
  nodes: Pick<SenderNodes, 'wasPassed'> | null,
): ReadonlyMap<Route, Handler> {
  return new Map(
    routes.flatMap((row): [Route, Handler][] => {
      const operation = AUDITED_OPERATIONS[`${row.method} ${row.path}`];
      if (!operation) return [];
      const isPassed = ({ request }: RouteInput) => nodes?.wasPassed(request.headers) ?? false;
      const handler: Handler = (input) =>
        audited(auditRequest(operation, input, isPassed(input)), () => row.handler(input));
      return [[row, handler]];
    }),
  );
}

/** @param isPassed another node got it and passes it on */
function auditRequest(
  operation: AuditedOperation,
  { principal, application, params, body, request }: RouteInput,
  isPassed: boolean,
): AuditRequest {
  const { action, target, of, prefix = '', after } = operation;
  // An operation that needs no application has none at runtime.
  const appId = (application as RouteInput['application'] | undefined)?.id ?? null;
  const named = target === 'app' ? appId : target === undefined ? null : (params[target] ?? null);
  return {
    actor: actorOf(principal, request),
    from: addressOf(request, isPassed),
    action: typeof action === 'function' ? action(body as never) : action,
    appId,
    target: of ?? named,
    parameter: target ?? null,
    prefix,
    after: after?.(body as never) ?? null,
  };
}

/**
 * The address that a request came from. Behind a proxy on this machine, the last one that it names: those before it are
 * what the client says of itself.
 */
export function addressOf({ socket, headers }: IncomingMessage, isPassed: boolean): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !(isPassed || isLoopback(address))) return address;
  const last = [forwarded].flat().join().split(',').at(-1)?.trim() ?? '';
  return /^[\da-f.:]{2,45}$/i.test(last) ? last : address;
}

function actorOf(principal: Principal, { headers }: IncomingMessage): AuditActor {
  const { tokenId } = principal;
  switch (principal.kind) {
    case 'admin': {
      const isLogIn = tokenId === null && browserSessionOf(principal) !== undefined;
      const name = isLogIn ? `admin token (${browserName(headers['user-agent'])})` : null;
      return { kind: 'full', tokenId, name };
    }
    case 'limited':
      return { kind: principal.tokenKind, tokenId, name: null };
    default:
      return { kind: 'portal', tokenId, name: principal.kind === 'portal' ? principal.sessionId : null };
  }
}
