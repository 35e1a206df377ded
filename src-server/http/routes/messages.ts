import { notFound } from '../../base/errors';
import { listSchema } from '../../contract/list';
import { MESSAGE_BODY_MAX_BYTES, messageListedOutSchema, messageOutSchema } from '../../contract/message';
import type { AcceptedMessage } from '../../delivery/create-message';
import type { Delivery } from '../../delivery/delivery';
import type { MessageArchive, MessageRecord } from '../../storage/message-archive';
import type { NewMessage } from '../../storage/message-store';
import type { OutcomeStore } from '../../storage/outcome-store';
import { presentAccepted, presentListedMessage, presentMessage } from '../delivery-presenters';
import { type MessageBody, messageBodySchema, readMessage } from '../message-input';
import { bodyOf, type Route, route } from '../route';
import { timelineQuery, timelineRequest } from '../timeline-query';
import { makeWantedApplication, type WantedApplicationParts } from '../wanted-application';

export interface MessageRouteParts extends WantedApplicationParts {
  readonly delivery: Delivery;
  readonly messages: MessageArchive;
  readonly outcomes: OutcomeStore;
}

const withContent = {
  with_content: { type: 'boolean', default: true, description: 'False answers with an empty payload.' },
} as const;

/** The messages of one application. */
export function messageRoutes(parts: MessageRouteParts): readonly Route[] {
  const { delivery, messages, outcomes } = parts;
  return [
    route({
      method: 'POST',
      path: '/app/{app}/msg',
      access: 'admin',
      maxBodyBytes: MESSAGE_BODY_MAX_BYTES,
      keepsText: true,
      applicationOptional: true,
      summary: 'Accept a message for delivery. It is safely stored when this answers.',
      body: bodyOf<MessageBody>(messageBodySchema),
      texts: ['payload', 'data'],
      answers: { 202: messageOutSchema },
      query: withContent,
      errors: ['conflict'],
      async handler({ application, params, body, rawBody, query, keepAnswer }) {
        // Read first: a message that is refused must not leave an application behind.
        const content = readMessage(body, rawBody, parts.clock.now());
        const { id: appId } =
          application ?? (await makeWantedApplication(parts, params.app ?? '', body.application));
        const input = { appId, ...content };
        const answerTo = (accepted: AcceptedMessage) => ({
          status: 202,
          body: presentAccepted(input, accepted, query.with_content ?? true),
        });
        const answerToKeep =
          keepAnswer &&
          ((message: NewMessage) =>
            keepAnswer(answerTo({ ...message, deliverAt: message.deliverAt ?? null })));
        return answerTo(await delivery.createMessage({ answerToKeep, ...input }));
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the messages of an application, newest first.',
      query: {
        ...timelineQuery,
        with_outcomes: {
          type: 'boolean',
          default: false,
          description: 'True adds what became of each, as a count of endpoints.',
        },
      },
      answers: { 200: listSchema(messageListedOutSchema) },
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
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one message by its id or your event id.',
      query: withContent,
      answers: { 200: messageOutSchema },
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
  params: Readonly<Record<string, string>>,
  withPayload: boolean,
): Promise<MessageRecord> {
  const record = await messages.get(appId, params.message ?? '', withPayload);
  if (!record) throw notFound('Message');
  return record;
}
