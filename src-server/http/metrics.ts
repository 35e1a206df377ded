import type { IncomingMessage } from 'node:http';
import { isAdmitted } from '../access/authorize';
import type { Principal } from '../access/principal';
import { hashToken, isSameHash } from '../access/token';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import { EventLoopDelay } from '../base/event-loop-delay';
import type { Service } from '../base/lifecycle';
import { createMetricRegistry, type MetricSources } from './metric-registry';
import type { Mount } from './pipeline/app';
import type { Authenticate } from './pipeline/authenticate';

interface MetricsParts extends MetricSources {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /** Gives access to the metrics and nothing else. Null: there is none. */
  readonly metricsToken: string | null;
}

/**
 * `GET /metrics`, in the text format of Prometheus: for programs on this machine, and for holders of a token that sees
 * how the service does, or of the metrics token. It names no customer.
 */
export function createMetrics(parts: MetricsParts): Mount & Service {
  const tokenHash = parts.metricsToken === null ? null : hashToken(parts.metricsToken);
  const delay = new EventLoopDelay(parts.clock);
  const registry = createMetricRegistry(parts, delay);

  async function authorize(request: IncomingMessage): Promise<void> {
    const { authorization } = request.headers;
    if (authorization === undefined && isFromThisMachine(request)) return;
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token && tokenHash && isSameHash(hashToken(token), tokenHash)) return;
    const principal = await parts.authenticate(request);
    if (!mayRead(principal)) throw apiError('insufficient access', 'This token may not do that.');
  }

  return {
    name: 'metrics',
    path: '/metrics',
    isOnePath: true,
    async handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw apiError('method_not_allowed', 'Read the metrics with GET.');
      }
      await authorize(request);
      const text = await registry.metrics();
      response.writeHead(200, {
        'content-type': registry.contentType,
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.end(text);
    },
    start: () => Promise.resolve(),
    async stop() {
      delay.stop();
    },
  };
}

/**
 * A direct connection from this machine. A proxy on this machine connects from here too, but forwards headers that say
 * for whom, or the name it is known by; so does a browser sent here by a hostile page.
 */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const asksHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '');
  return isLocal && asksHere && headers.origin === undefined && !forwarded.some((name) => name in headers);
}

function mayRead(principal: Principal): boolean {
  return isAdmitted(principal, { method: 'GET', path: '/service', access: 'admin' });
}
