import { notFound } from '../../base/errors';
import { MESSAGE_BODY_MAX_BYTES } from '../../contract/message';
import { messageOperations } from '../../contract/operations/messages';
import type { AcceptedMessage } from '../../delivery/create-message';
import type { Delivery } from '../../delivery/delivery';
import { noteParameter } from '../../storage/audit-scope';
import type { SettingStore } from '../../storage/installation/setting-store';
import type { MessageArchive, MessageRecord } from '../../storage/messages/message-archive';
import type { OutcomeStore } from '../../storage/messages/outcome-store';
import type { NewMessage } from '../../storage/new-message';
import type { CreateApplicationParts } from '../create-application';
import { readMessage } from '../inputs/message-input';
import { timelineRequest } from '../inputs/timeline-request';
import { readTraceContext } from '../inputs/trace-context';
import { presentAccepted, presentListedMessage, presentMessage } from '../presenters/delivery-presenters';
import { type Route, route } from '../route';
import { makeWantedApplication } from '../wanted-application';

interface MessageRouteParts extends CreateApplicationParts {
  readonly delivery: Delivery;
  readonly messages: MessageArchive;
  readonly outcomes: OutcomeStore;
  readonly settings: Pick<SettingStore, 'current'>;
}

/** The messages of one application. */
export function messageRoutes(parts: MessageRouteParts): readonly Route[] {
  const { delivery, messages, outcomes, settings } = parts;
  return [
    route(messageOperations.create, {
      access: 'admin',
      maxBodyBytes: MESSAGE_BODY_MAX_BYTES,
      keepsText: true,
      applicationOptional: true,
      keepsResponse: true,
      joinsTrace: true,
      summary: 'Accept a message for delivery. It is safely stored when the response arrives.',
      texts: ['payload', 'data'],
      errors: ['conflict'],
      async handler({ application, params, body, bodyText, query, request, keepResponse }) {
        // Read first: a refused message must not leave an application behind.
        const content = readMessage(body, bodyText(), parts.clock.now());
        const { id: appId } =
          application ?? (await makeWantedApplication(parts, params.app, body.application));
        const input = { appId, trace: readTraceContext(request.headers, settings.current()), ...content };
        const responseTo = (accepted: AcceptedMessage) => ({
          status: 202 as const,
          body: presentAccepted(input, accepted, query.with_content ?? true),
        });
        const responseToKeep =
          keepResponse &&
          (({ id, createdAt, deliverAt = null }: NewMessage) =>
            keepResponse(responseTo({ id, createdAt, deliverAt })));
        return responseTo(await delivery.createMessage({ responseToKeep, ...input }));
      },
    }),
    route(messageOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the messages of an application, newest first.',
      async handler({ application, query }) {
        const page = await messages.list(application.id, timelineRequest(query));
        if (!query.with_outcomes) {
          return { status: 200, body: { ...page, data: page.data.map(presentMessage) } };
        }
        const counts = await outcomes.countByMessage(page.data.map(({ id }) => id));
        const data = page.data.map((record) => presentListedMessage(record, counts.get(record.id)));
        return { status: 200, body: { ...page, data } };
      },
    }),
    route(messageOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one message by its id or your event id.',
      handler: async ({ application, params, query }) => ({
        status: 200,
        body: presentMessage(await findMessage(messages, application.id, params, query.with_content ?? true)),
      }),
    }),
  ];
}

/** The message of the path. @throws ApiError not_found */
export async function findMessage(
  messages: MessageArchive,
  appId: string,
  params: { readonly message: string },
  withPayload: boolean,
): Promise<MessageRecord> {
  const record = await messages.get(appId, params.message, withPayload);
  if (!record) throw notFound('Message');
  noteParameter('message', record.id);
  return record;
}
