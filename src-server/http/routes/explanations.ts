import { seesEverything } from '../../access/principal';
import { notFound } from '../../base/errors';
import type { OtherNodes } from '../../cluster/interface/other-nodes';
import type { ExplanationOut } from '../../contract/explanation';
import type { ListResponse } from '../../contract/list';
import { explanationOperations } from '../../contract/operations/explanations';
import type { Delivery } from '../../delivery/delivery';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { ExplanationStore } from '../../storage/messages/explanation-store';
import type { MessageArchive } from '../../storage/messages/message-archive';
import { presentExplanation } from '../presenters/delivery-presenters';
import { type Route, route } from '../route';
import { findMessage } from './messages';

interface ExplanationRouteParts {
  readonly delivery: Delivery;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly endpoints: EndpointStore;
  readonly messages: MessageArchive;
  readonly explanations: ExplanationStore;
}

/**
 * Why a message did, or did not, arrive. Only the admin sees the exact reason why a URL is refused, and what a filter
 * includes: others may not see every event type.
 */
export function explanationRoutes(parts: ExplanationRouteParts): readonly Route[] {
  const { delivery, otherNodes, endpoints, messages, explanations } = parts;
  return [
    route(explanationOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      runsAt: 'endpoint-sender',
      worksWithoutSender: () => true,
      summary:
        'Explain in one sentence why a message was or was not delivered to an endpoint, even a deleted one.',
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const name = params.endpoint;
        const endpoint =
          (await endpoints.get(application.id, name)) ??
          (await explanations.getEndpoint(application.id, name));
        if (!endpoint) throw notFound('Endpoint');
        const [explanation] = await delivery.explain(message, [endpoint], seesEverything(principal));
        if (!explanation) throw notFound('Endpoint');
        return { status: 200, body: presentExplanation(endpoint.id, explanation) };
      },
    }),
    route(explanationOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      summary:
        'Explain this for every endpoint of the application, by id, including deleted ones that the message was for.',
      async handler({ application, params, query, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const page = await explanations.listEndpoints(application.id, message.id, query);
        const exact = seesEverything(principal);
        const elsewhere = await otherNodes?.explain({
          applicationId: application.id,
          messageId: message.id,
          endpointIds: page.data.map(({ id }) => id),
          exact,
        });
        const rest = page.data.filter(({ id }) => !elsewhere?.has(id));
        const explained = await delivery.explain(message, rest, exact);
        const here = new Map(rest.map(({ id }, n) => [id, explained[n]]));
        const data = page.data.flatMap(({ id }) => {
          const explanation = elsewhere?.get(id) ?? here.get(id);
          return explanation ? [presentExplanation(id, explanation)] : [];
        });
        const body: ListResponse<ExplanationOut> = { ...page, data };
        return { status: 200, body };
      },
    }),
  ];
}
