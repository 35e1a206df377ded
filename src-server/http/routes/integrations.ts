import { hashToken, mintToken } from '../../access/token';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { IntegrationIn, IntegrationKeyOut, IntegrationOut } from '../../contract/integration';
import { integrationOperations } from '../../contract/operations/integrations';
import type { IntegrationRecord, IntegrationStore } from '../../storage/installation/integration-store';
import type { SecretBox } from '../../sync/secret-box';
import { type Route, route } from '../route';

interface IntegrationRouteParts {
  readonly integrations: IntegrationStore;
  readonly secretBox: SecretBox;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Programs that may use one application as its customer does, each with its own key. */
export function integrationRoutes(parts: IntegrationRouteParts): readonly Route[] {
  const { integrations, secretBox, newId, clock } = parts;

  /** A new key and its stored form. It is bound to the integration: copied to another row, it cannot be decrypted. */
  function newKey(id: string) {
    const key = mintToken('integration');
    return { key, kept: { hash: hashToken(key), encrypted: secretBox.seal(key, id) } };
  }

  function openKey(encrypted: string, id: string): string {
    try {
      return secretBox.open(encrypted, id);
    } catch {
      // It still grants access: that needs only its hash.
      throw apiError(
        'conflict',
        'The secret key of this server has changed since. Rotate this key to get a new one.',
      );
    }
  }

  return [
    route(integrationOperations.create, {
      access: 'admin',
      summary: 'Create an integration with a key for this application.',
      async handler({ application, body }) {
        const now = clock.now();
        const record: IntegrationRecord = {
          id: newId('integ_'),
          appId: application.id,
          ...contentOf(body),
          createdAt: now,
          updatedAt: now,
        };
        await integrations.insert(record, newId('tok_'), newKey(record.id).kept);
        return { status: 201, body: present(record) };
      },
    }),
    route(integrationOperations.list, {
      access: 'admin',
      summary: 'List the integrations of an application, oldest first, without their keys.',
      async handler({ application, query }) {
        const page = await integrations.list(application.id, query);
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
    route(integrationOperations.read, {
      access: 'admin',
      summary: 'Read one integration, without its key.',
      async handler({ application, params }) {
        const record = await integrations.get(application.id, params.integration);
        if (!record) throw notFound('Integration');
        return { status: 200, body: present(record) };
      },
    }),
    route(integrationOperations.replace, {
      access: 'admin',
      summary: 'Replace the name and flags of an integration; its key stays and uses the new flags at once.',
      async handler({ application, params, body }) {
        const id = params.integration;
        const record = await integrations.update(application.id, id, contentOf(body), clock.now());
        if (!record) throw notFound('Integration');
        return { status: 200, body: present(record) };
      },
    }),
    route(integrationOperations.delete, {
      access: 'admin',
      summary: 'Delete an integration; its key stops working at once.',
      async handler({ application, params }) {
        if (!(await integrations.delete(application.id, params.integration))) {
          throw notFound('Integration');
        }
        return { status: 204 };
      },
    }),
    route(integrationOperations.readKey, {
      access: 'admin',
      summary: 'Read the key of an integration.',
      errors: ['conflict'],
      async handler({ application, params }) {
        const id = params.integration;
        const encrypted = await integrations.readKey(application.id, id);
        if (encrypted === undefined) throw notFound('Integration');
        const body: IntegrationKeyOut = { key: openKey(encrypted, id) };
        return { status: 200, body };
      },
    }),
    route(integrationOperations.rotateKey, {
      access: 'admin',
      secretResponse: true,
      summary: 'Rotate the key of an integration; the old one stops working at once.',
      async handler({ application, params }) {
        const id = params.integration;
        const { key, kept } = newKey(id);
        if (!(await integrations.replaceKey(application.id, id, kept, clock.now()))) {
          throw notFound('Integration');
        }
        const body: IntegrationKeyOut = { key };
        return { status: 200, body };
      },
    }),
  ];
}

function contentOf(body: IntegrationIn): Pick<IntegrationRecord, 'name' | 'featureFlags'> {
  return { name: body.name, featureFlags: body.featureFlags ?? [] };
}

function present(record: IntegrationRecord): IntegrationOut {
  return {
    id: record.id,
    name: record.name,
    featureFlags: record.featureFlags.length === 0 ? null : [...record.featureFlags],
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}
