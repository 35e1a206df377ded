import { hashToken, mintToken } from '../../access/token';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import {
  type IntegrationIn,
  type IntegrationKeyOut,
  type IntegrationOut,
  integrationInSchema,
  integrationKeyOutSchema,
  integrationOutSchema,
} from '../../contract/integration';
import { listSchema } from '../../contract/list';
import type { IntegrationRecord, IntegrationStore } from '../../storage/integration-store';
import type { SecretBox } from '../../sync/secret-box';
import { orderedListQuery, pageRequest } from '../list-query';
import { bodyOf, type Route, route } from '../route';

export interface IntegrationRouteParts {
  readonly integrations: IntegrationStore;
  readonly secretBox: SecretBox;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Programs that may use one application as its customer does, each by a key of its own. */
export function integrationRoutes(parts: IntegrationRouteParts): readonly Route[] {
  const { integrations, secretBox, newId, clock } = parts;

  /** A new key and how it is kept. It is bound to the integration: copied to another row it opens nothing. */
  function newKey(id: string) {
    const key = mintToken('integration');
    return { key, kept: { hash: hashToken(key), encrypted: secretBox.seal(key, id) } };
  }

  function openKey(encrypted: string, id: string): string {
    try {
      return secretBox.open(encrypted, id);
    } catch {
      // It still lets in: that needs its hash only.
      throw apiError(
        'conflict',
        'The secret key of this server was changed since. Rotate this key to see one.',
      );
    }
  }

  return [
    route({
      method: 'POST',
      path: '/app/{app}/integration',
      access: 'admin',
      summary: 'Create an integration: a holder of a key to this application.',
      body: bodyOf<IntegrationIn>(integrationInSchema),
      answers: { 201: integrationOutSchema },
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
    route({
      method: 'GET',
      path: '/app/{app}/integration',
      access: 'admin',
      summary: 'List the integrations of an application, oldest first, without their keys.',
      query: orderedListQuery,
      answers: { 200: listSchema(integrationOutSchema) },
      async handler({ application, query }) {
        const page = await integrations.list(application.id, pageRequest(query));
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/integration/{integration}',
      access: 'admin',
      summary: 'Read one integration, without its key.',
      answers: { 200: integrationOutSchema },
      async handler({ application, params }) {
        const record = await integrations.get(application.id, params.integration ?? '');
        if (!record) throw notFound('Integration');
        return { status: 200, body: present(record) };
      },
    }),
    route({
      method: 'PUT',
      path: '/app/{app}/integration/{integration}',
      access: 'admin',
      summary:
        'Replace the name and flags of an integration; its key stays, and sees by the new flags at once.',
      body: bodyOf<IntegrationIn>(integrationInSchema),
      answers: { 200: integrationOutSchema },
      async handler({ application, params, body }) {
        const id = params.integration ?? '';
        const record = await integrations.update(application.id, id, contentOf(body), clock.now());
        if (!record) throw notFound('Integration');
        return { status: 200, body: present(record) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/app/{app}/integration/{integration}',
      access: 'admin',
      summary: 'Delete an integration; its key stops working at once.',
      answers: { 204: null },
      async handler({ application, params }) {
        if (!(await integrations.delete(application.id, params.integration ?? ''))) {
          throw notFound('Integration');
        }
        return { status: 204 };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/integration/{integration}/key',
      access: 'admin',
      summary: 'Read the key of an integration.',
      answers: { 200: integrationKeyOutSchema },
      errors: ['conflict'],
      async handler({ application, params }) {
        const id = params.integration ?? '';
        const encrypted = await integrations.readKey(application.id, id);
        if (encrypted === undefined) throw notFound('Integration');
        const answer: IntegrationKeyOut = { key: openKey(encrypted, id) };
        return { status: 200, body: answer };
      },
    }),
    route({
      method: 'POST',
      path: '/app/{app}/integration/{integration}/key/rotate',
      access: 'admin',
      secretAnswer: true,
      summary: 'Give an integration another key; the one before stops working at once.',
      answers: { 200: integrationKeyOutSchema },
      async handler({ application, params }) {
        const id = params.integration ?? '';
        const { key, kept } = newKey(id);
        if (!(await integrations.replaceKey(application.id, id, kept, clock.now()))) {
          throw notFound('Integration');
        }
        const answer: IntegrationKeyOut = { key };
        return { status: 200, body: answer };
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
    featureFlags: [...record.featureFlags],
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}
