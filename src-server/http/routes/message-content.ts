import { notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import { messageContentOperations } from '../../contract/operations/message-content';
import type { Delivery } from '../../delivery/delivery';
import { PURGE_NAME, type PurgeArguments } from '../../delivery/tasks/purge-task';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import type { MessageArchive } from '../../storage/messages/message-archive';
import { type Route, route } from '../route';
import { findMessage } from './messages';

interface MessageContentRouteParts {
  readonly delivery: Pick<Delivery, 'wouldReach'>;
  readonly messages: MessageArchive;
  readonly tasks: TaskRunner;
  readonly newId: NewId;
}

/** Whether sending is worthwhile, and how contents are removed. */
export function messageContentRoutes(parts: MessageContentRouteParts): readonly Route[] {
  const { delivery, messages, tasks, newId } = parts;
  return [
    route(messageContentOperations.precheck, {
      access: 'admin',
      summary:
        'Check by type and channels whether an enabled endpoint would get such a message, before creating it.',
      handler: async ({ application, body }) => {
        const traits = { eventType: body.eventType, channels: body.channels ?? null };
        return { status: 200, body: { active: await delivery.wouldReach(application.id, traits) } };
      },
    }),
    route(messageContentOperations.expungeSeveral, {
      access: 'admin',
      summary: 'Permanently remove the payloads of several messages; their waiting deliveries fail.',
      async handler({ application, body: { ids = [] } }) {
        const found = new Set(await messages.expungeContents(application.id, ids));
        const results = ids.map((id) => [id, found.has(id) ? 'expunged' : 'not-found']);
        return { status: 200, body: { results: Object.fromEntries(results) } };
      },
    }),
    route(messageContentOperations.expungeAll, {
      access: 'admin',
      summary:
        'Permanently remove the payloads of all messages accepted so far, as a background task; their waiting deliveries fail.',
      async handler({ application }) {
        const args: PurgeArguments = { lastId: newId('msg_') };
        const task = await tasks.begin({
          task: PURGE_NAME,
          appId: application.id,
          endpointId: null,
          arguments: { ...args },
        });
        return { status: 202, body: tasks.present(task) };
      },
    }),
    route(messageContentOperations.expunge, {
      access: 'admin',
      summary: 'Permanently remove the payload of a message; its waiting deliveries fail.',
      async handler({ application, params }) {
        const { id } = await findMessage(messages, application.id, params, false);
        if (!(await messages.expungeContent(application.id, id))) throw notFound('Message');
        return { status: 204 };
      },
    }),
  ];
}
