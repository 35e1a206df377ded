import type { NewMessage } from '../../src-server/storage/new-message';

/** A message of the application `app_1` to nobody, unless `extra` says otherwise. */
export function plainMessage(id: string, extra: Partial<NewMessage> = {}): NewMessage {
  return {
    id,
    appId: 'app_1',
    eventId: null,
    eventType: 'a',
    payload: '{}',
    channels: null,
    tags: null,
    createdAt: 1,
    endpointIds: [],
    ...extra,
  };
}
