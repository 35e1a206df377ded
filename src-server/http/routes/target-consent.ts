import type { Clock } from '../../base/clock';
import { apiError, invalidField, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import { targetConsentOperations } from '../../contract/operations/target-consent';
import { readConsentTarget } from '../../delivery/connection/consent-target';
import type { TargetConsentStore } from '../../storage/installation/target-consent-store';
import { presentTargetConsent } from '../presenters/presenters';
import { type Route, route } from '../route';

interface TargetConsentRouteParts {
  readonly targetConsents: TargetConsentStore;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Called after consent was withdrawn. */
  readonly onConsentRevoked: () => void;
}

/** What deliveries may reach although it is not public. A change applies from the next connection on. */
export function targetConsentRoutes(parts: TargetConsentRouteParts): readonly Route[] {
  const { targetConsents, newId, clock, onConsentRevoked } = parts;
  return [
    route(targetConsentOperations.list, {
      access: 'admin',
      summary: 'List the allowed private targets, oldest first.',
      handler: () => ({ status: 200, body: { data: targetConsents.current().map(presentTargetConsent) } }),
    }),
    route(targetConsentOperations.create, {
      access: 'admin',
      summary: 'Allow deliveries to a host, an address or a network that is not public.',
      errors: ['conflict'],
      async handler({ body }) {
        const read = readConsentTarget(body.target);
        if (!read.ok) throw invalidField('target', read.reason);
        const { kind, target } = read;
        const record = { id: newId('tgt_'), kind, target, note: body.note ?? '', createdAt: clock.now() };
        if (!(await targetConsents.insert(record)))
          throw apiError('conflict', `${target} is already allowed.`);
        return { status: 201, body: presentTargetConsent(record) };
      },
    }),
    route(targetConsentOperations.delete, {
      access: 'admin',
      summary: 'Remove an allowed target; connections to it are closed.',
      async handler({ params }) {
        if (!(await targetConsents.delete(params.id))) throw notFound('Target');
        onConsentRevoked();
        return { status: 204 };
      },
    }),
  ];
}
