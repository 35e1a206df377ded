import type { Clock } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { SureTime } from '../../base/time-watch';
import { LIMITS } from '../../contract/limits';
import { endpointSecretOperations } from '../../contract/operations/endpoint-secrets';
import { newSecret, receiverKey, secretType } from '../../delivery/connection/signing-secret';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointStore, OldSecret } from '../../storage/endpoint-store';
import { checkTag, contentTag, type IfMatch } from '../if-match';
import { patchHeaders, presentHeaders, readHeaders } from '../inputs/endpoint-headers';
import { readSecret } from '../inputs/endpoint-input';
import { checkEndpointSize } from '../inputs/endpoint-size';
import { expectsRotatedSecret } from '../official-client';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

export interface EndpointSecretRouteParts {
  readonly endpoints: EndpointStore;
  readonly clock: Clock;
  readonly time: SureTime;
  /** Called after the headers changed. */
  readonly onEndpointChanged: (endpoint: EndpointRecord) => void;
  /** Called after a rotation, with every older secret that still signs. */
  readonly onSecretRotated: (endpoint: EndpointRecord, oldSecrets: readonly OldSecret[]) => void;
}

/** How long an old secret still signs by default, in seconds. */
const GRACE_DEFAULT_S = 86_400;
/** Each old secret adds a signature to every request, so their number is limited. */
const MAX_OLD_SECRETS = LIMITS.oldSecrets.max;

/** What an endpoint keeps private: its signing secret and its extra request headers. */
export function endpointSecretRoutes({
  endpoints,
  clock,
  time,
  onEndpointChanged,
  onSecretRotated,
}: EndpointSecretRouteParts): readonly Route[] {
  async function changeHeaders(
    id: string,
    ifMatch: IfMatch | null,
    change: (current: EndpointRecord) => Readonly<Record<string, string>>,
  ) {
    const record = await endpoints.update(id, clock.now(), (current) => {
      checkTag(ifMatch, tagOfHeaders(current));
      const next = { ...current, headers: change(current) };
      checkEndpointSize(current, next);
      return next;
    });
    if (!record) throw notFound('Endpoint');
    onEndpointChanged(record);
    return { status: 204 as const };
  }

  return [
    route(endpointSecretOperations.readSecret, {
      access: 'portal',
      capability: 'ViewEndpointSecret',
      summary: 'Read the key for verification: the signing secret, or the public key of a pair.',
      handler: async ({ application, params }) => ({
        status: 200,
        body: { key: receiverKey((await findEndpoint(endpoints, application.id, params)).secret) },
      }),
    }),
    route(endpointSecretOperations.rotateSecret, {
      access: 'portal',
      capability: 'ManageEndpointSecret',
      summary: 'Rotate the signing secret; the old one also signs until the grace period ends.',
      description:
        '200 with the new key is for the official clients of version 2.7.0 and later (`User-Agent: svix-libs/2.7.0/...`); all others get 204.',
      secretResponse: true,
      errors: ['limit_reached'],
      async handler({ application, params, body, client }) {
        const { id, secret: current } = await findEndpoint(endpoints, application.id, params);
        const now = time.now();
        // Of the same kind by default: the receiver can verify only that kind.
        const secret = body.key ? readSecret('key', body.key) : newSecret(secretType(current));
        const oldExpiresAt = time.latest() + (body.gracePeriodSeconds ?? GRACE_DEFAULT_S) * 1000;
        if (!(await endpoints.rotateSecret(id, secret, now, oldExpiresAt, MAX_OLD_SECRETS))) {
          throw apiError(
            'limit_reached',
            `${MAX_OLD_SECRETS} old secrets still sign. Wait until one expires.`,
          );
        }
        const record = await findEndpoint(endpoints, application.id, { endpoint: id });
        const old = (await endpoints.listOldSecrets(now)).filter((secret) => secret.endpointId === id);
        onSecretRotated(record, old);
        return expectsRotatedSecret(client)
          ? { status: 200, body: { key: receiverKey(secret) } }
          : { status: 204 };
      },
    }),
    route(endpointSecretOperations.readHeaders, {
      access: 'portal',
      capability: 'ViewBase',
      summary: 'Read the extra request headers; only the names of those with credentials.',
      async handler({ application, params }) {
        const record = await findEndpoint(endpoints, application.id, params);
        return { status: 200, body: presentHeaders(record.headers), tag: tagOfHeaders(record) };
      },
    }),
    route(endpointSecretOperations.replaceHeaders, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Replace the extra request headers.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ application, params, body, ifMatch }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        return changeHeaders(id, ifMatch, () => readHeaders(body.headers));
      },
    }),
    route(endpointSecretOperations.changeHeaders, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Set single request headers; null removes one.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ application, params, body, ifMatch }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        return changeHeaders(id, ifMatch, (current) => patchHeaders(current.headers, body));
      },
    }),
  ];
}

/**
 * The tag of its headers. Those with credentials count by the time of the last change: a tag made of their values would
 * let those who may not read them try guesses.
 */
function tagOfHeaders({ headers, updatedAt }: EndpointRecord): string {
  const shown = presentHeaders(headers);
  return contentTag(shown.sensitive.length > 0 ? { shown, at: updatedAt } : { shown });
}
