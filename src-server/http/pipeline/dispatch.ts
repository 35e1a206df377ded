import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { isAdmitted, isOwnApplication } from '../../access/authorize';
import { browserSessionOf, ownApplicationId, type Principal } from '../../access/principal';
import type { Clock } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import { decodeText } from '../../base/read-json';
import { type Check, createValidator } from '../../base/validate';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import type { EndpointRequest, SenderNodes } from '../../cluster/interface/sender-nodes';
import { READ_ALLOWANCES } from '../../contract/limits';
import type { Method } from '../../contract/operation';
import { kindRefusal } from '../../contract/token-kinds';
import type { ApplicationRecord } from '../../storage/application-store';
import { hasTag, readIfMatch } from '../if-match';
import { officialClient } from '../official-client';
import { stringifyBody } from '../raw-json';
import { type Route, type RouteInput, type RouteResponse, readsMany } from '../route';
import { whenGone } from '../when-gone';
import { workerCaller } from '../worker-caller';
import type { ApplicationLookup } from './application-lookup';
import { addressOf, auditedHandlers } from './audit-request';
import type { Authenticate } from './authenticate';
import { createBodyReader } from './body-reader';
import { ANONYMOUS_BODIES, type BodyRoom, bodyOwnerOf, type HeldRoom } from './body-room';
import { COMPRESSED_MIN_BYTES, compressResponse } from './compress-response';
import type { Idempotency, KeepResponse, ResponseText } from './idempotent-request';
import type { OpenResponses } from './open-responses';
import { querySchemaOf } from './query-schema';
import { ANONYMOUS_BODY_MAX_BYTES, BODY_MAX_BYTES, readBody } from './read-body';
import { readQuery } from './read-query';
import type { ReadTurns } from './read-turns';
import { originOf } from './request-origin';
import type { ResponsesInTime } from './responses-in-time';
import type { RouteTable } from './route-table';
import { sendPieces } from './send-pieces';
import { sendJsonText } from './send-response';
import { sendKept } from './send-text';
import { assertSignedBody } from './signed-body';

/** How long the body of a request without a token may take. */
const ANONYMOUS_BODY_MS = 10_000;

/** What answers requests below `/api/v1`. */
export interface DispatchParts {
  readonly table: RouteTable;
  readonly authenticate: Authenticate;
  readonly applications: Pick<ApplicationLookup, 'get'>;
  readonly idempotency: Idempotency;
  readonly workers: Pick<WorkerPool, 'admit' | 'run'>;
  readonly readTurns: Pick<ReadTurns, 'run'>;
  readonly openResponses: OpenResponses;
  readonly bodies: Pick<BodyRoom, 'hold'>;
  readonly clock: Clock;
  /** Absent: a response may take any time. */
  readonly responsesInTime?: ResponsesInTime;
  /** The other nodes that share the database. Null or absent: there are none. */
  readonly senderNodes?: SenderNodes | null;
}

/** Used where a public operation has no caller; it may see what everybody may. */
const NOBODY: Principal = {
  kind: 'limited',
  tokenKind: 'reader',
  tokenId: '',
  featureFlags: [],
  expiresAt: null,
};

/**
 * Takes one request through its row: who calls, whether they may, which application, what input, and then the handler.
 * @param path what follows `/api/v1`, without the query
 */
type Dispatch = (request: Request, response: Response, path: string) => Promise<void>;

export function createDispatch(parts: DispatchParts): Dispatch {
  const queryChecks = queryChecksOf(parts.table.routes);
  const audited = auditedHandlers(parts.table.routes, parts.senderNodes ?? null);
  const inTime: ResponsesInTime = parts.responsesInTime ?? ((work) => work());
  const readRowBody = createBodyReader(parts.table.routes, parts.workers);
  return async (request, response, path) => {
    const { row, params } = findRow(parts.table, request, response, path);
    const { principal, application } = await inTime(() => admit(request, row, params), false);
    // Before the body is read, which would be the most expensive part of a refusal.
    if (row.usesWorkers) await parts.workers.admit(workerCaller(principal));
    const caller = { request, response, row, params, principal, application };
    if (!row.body) return respondTo(caller, NO_BYTES);
    const isPublic = row.access === 'public';
    const room = parts.bodies.hold(isPublic ? ANONYMOUS_BODIES : bodyOwnerOf(principal));
    try {
      const bytes = await (isPublic
        ? readAnonymousBody(request, row, { room, clock: parts.clock })
        : readBody(request, row.maxBodyBytes ?? BODY_MAX_BYTES, room));
      await assertSignedBody(principal, bytes);
      await respondTo(caller, bytes);
    } finally {
      room.release();
    }
  };

  async function admit(request: Request, row: Route, params: Readonly<Record<string, string>>) {
    const principal = row.access === 'public' ? NOBODY : await parts.authenticate(request);
    return { principal, application: await authorize(parts.applications, row, params, principal) };
  }

  async function respondTo(caller: AdmittedRequest, bytes: Buffer): Promise<void> {
    const { request, response, row, params, principal, application } = caller;
    const onGone = whenGone(response);
    const handle = async (keep?: KeepResponse): Promise<RouteResponse> => {
      const query = checkedQuery(row, queryChecks.get(row), request.url ?? '');
      const input = {
        params,
        query,
        body: await readRowBody(row, bytes, { principal, onGone }),
        ifMatch: row.conditional ? readIfMatch(request.headers['if-match']) : null,
        bodyText: () => decodeText(bytes),
        bytes,
        principal,
        application,
        client: officialClient(request.headers['user-agent']),
        origin: originOf(request),
        request,
        keepResponse: keep && ((wanted) => keep(toText(wanted))),
        onGone,
      } as RouteInput;
      const handler = audited.get(row) ?? row.handler;
      const result = await (readsMany(row)
        ? parts.readTurns.run(workerCaller(principal, READ_ALLOWANCES), onGone, () => handler(input))
        : handler(input));
      // One that was given up has been answered; what it did still counts as done.
      if (!response.headersSent) setHeaders(response, result);
      return result;
    };
    const send = ({ status, text }: ResponseText): Promise<void> | void => {
      if (row.fixed && text !== null) return sendKept(request, response, 'application/json', text);
      if (isWorthCompressing(status, text)) compressResponse(request, response);
      return sendJsonText(response, status, text);
    };
    if (parts.senderNodes && row.runsAt && application) {
      const query = checkedQuery(row, queryChecks.get(row), request.url ?? '');
      const toPass = endpointRequest(request, row, { application, params, query, body: bytes });
      const passed = await parts.senderNodes.pass(toPass);
      if (passed) {
        for (const [name, value] of Object.entries(passed.headers)) response.setHeader(name, value);
        return send(passed);
      }
    }
    const key = request.headers['idempotency-key'];
    const authorization = request.headers.authorization ?? browserSessionOf(principal);
    if (
      row.method === 'POST' &&
      !row.inPieces &&
      typeof key === 'string' &&
      key !== '' &&
      authorization !== undefined
    ) {
      const { url = '' } = request;
      const { secretResponse = false, keepsResponse: keptWithWork = false } = row;
      const keyed = { key, authorization, url, body: bytes, secretResponse, keptWithWork };
      const once = () => parts.idempotency(keyed, async (keep) => toText(await handle(keep)));
      return send(await inTime(once, true));
    }
    const result = await inTime(() => handle(), row.method !== 'GET' || row.moves === true);
    if (result.stream) {
      parts.openResponses.add({ response, onGone, end: () => response.end() });
      return result.stream(response); // never compressed: that would hold events back
    }
    if (row.revalidated && hasTag(request, result.weakTag ?? '')) return sendJsonText(response, 304, null);
    if (result.pieces) {
      // Cut, so that a part does not look like all of it.
      const end = () => void response.destroy();
      if (row.access !== 'public') parts.openResponses.add({ response, onGone, end });
      compressResponse(request, response);
      return sendPieces(response, {
        status: result.status,
        type: result.type,
        pieces: result.pieces,
      });
    }
    return send(toText(result));
  }
}

/** A request that is let through, before its body is read. */
interface AdmittedRequest extends Pick<RouteInput, 'params' | 'principal'> {
  readonly request: Request;
  readonly response: Response;
  readonly row: Route;
  readonly application: ApplicationRecord | undefined;
}

const NO_BYTES = Buffer.alloc(0);

function setHeaders(response: ServerResponse, { tag, weakTag, cookies }: RouteResponse): void {
  if (tag !== undefined) response.setHeader('etag', `"${tag}"`);
  if (weakTag !== undefined) response.setHeader('etag', `W/"${weakTag}"`);
  if (cookies) response.setHeader('set-cookie', cookies);
}

/** Whoever shows no token may send little, and has to be done with it soon. */
async function readAnonymousBody(
  request: Request,
  row: Route,
  { room, clock }: { readonly room: HeldRoom; readonly clock: Clock },
): Promise<Buffer> {
  const late = clock.setTimer(ANONYMOUS_BODY_MS, () => request.destroy());
  try {
    const maxBytes = Math.min(row.maxBodyBytes ?? ANONYMOUS_BODY_MAX_BYTES, ANONYMOUS_BODY_MAX_BYTES);
    return await readBody(request, maxBytes, room);
  } finally {
    late.cancel();
  }
}

/** A request as the node that sends to its endpoint gets it. */
function endpointRequest(
  request: Request,
  row: Route,
  given: Pick<RouteInput, 'application' | 'params' | 'query'> & { readonly body: Uint8Array },
): EndpointRequest {
  const { application, params, query, body } = given;
  const { url } = request;
  // The node that runs it writes down where it came from.
  const headers = Object.assign({}, request.headers, { 'x-forwarded-for': addressOf(request, false) });
  return {
    applicationId: application.id,
    endpoint: params.endpoint ?? '',
    method: row.method,
    url,
    headers,
    body,
    isForAnyNode: row.worksWithoutSender?.(query) ?? false,
  };
}

/** Never what was only accepted: messages are sent here at full speed, and their responses have only a few lines. */
function isWorthCompressing(status: number, text: string | null): boolean {
  return status !== 202 && text !== null && text.length >= COMPRESSED_MIN_BYTES;
}

function toText({ status, body }: RouteResponse): ResponseText {
  return { status, text: body === undefined ? null : stringifyBody(body) };
}

function queryChecksOf(routes: readonly Route[]): ReadonlyMap<Route, Check> {
  const validator = createValidator();
  return new Map(
    routes.flatMap((row) => (row.query ? [[row, validator.query(querySchemaOf(row.query))] as const] : [])),
  );
}

function findRow(table: RouteTable, request: Request, response: ServerResponse, path: string) {
  const method = request.method === 'HEAD' ? 'GET' : (request.method as Method);
  const match = table.match(path, method);
  if (!match) throw apiError('not_found', `There is no ${path} in this API.`);
  const row = match.rows.get(method);
  if (row && !(row.moves && request.method === 'HEAD')) return { row, params: match.params };
  const allowed = [...match.rows.values()]
    .flatMap(({ method: known, moves }) => (known === 'GET' && !moves ? [known, 'HEAD'] : [known]))
    .join(', ');
  response.setHeader('allow', allowed);
  throw apiError('method_not_allowed', `This path supports ${allowed}, not ${request.method}.`);
}

/**
 * Lets the request through or throws. In a path below `/app/{app}`, the application comes first: to a portal token or a
 * share link, applications other than its own do not exist, whatever it wants to do there.
 */
async function authorize(
  applications: Pick<ApplicationLookup, 'get'>,
  row: Route,
  params: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<ApplicationRecord | undefined> {
  const admitted = isAdmitted(principal, row);
  const idOrUid = params.app;
  const isBelowApplication = row.path.startsWith('/app/{app}');
  if (!admitted && (!isBelowApplication || ownApplicationId(principal) === null))
    throw forbidden(principal, row);
  if (idOrUid === undefined) return undefined;
  const application = await applications.get(idOrUid);
  if (application && isOwnApplication(principal, application.id)) {
    if (!admitted) throw forbidden(principal, row);
    return application;
  }
  if (row.applicationOptional && principal.kind === 'admin') return undefined;
  throw notFound('Application');
}

function forbidden(principal: Principal, { method, path, access }: Route) {
  // What only a share link may call, no kind may.
  const reason =
    principal.kind === 'limited' && principal.featureFlags === null && access !== 'share'
      ? kindRefusal(principal.tokenKind, `${method} ${path}`)
      : null;
  return apiError('insufficient access', reason ?? 'This token may not do that.');
}

function checkedQuery(row: Route, check: Check | undefined, url: string): Record<string, unknown> {
  if (!row.query) return {};
  const at = url.indexOf('?');
  const query = readQuery(at < 0 ? '' : url.slice(at + 1), row.query);
  check?.(query);
  return query;
}
