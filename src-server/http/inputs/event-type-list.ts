import { fromJsonPieces } from '../../base/json-pieces';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { LIMITS } from '../../contract/limits';
import { handedOver } from '../handed-over';
import type { RouteInput } from '../route';
import { taskOptions } from '../worker-caller';
import type { EventTypeFields } from './event-type-input';

/** The same body with schemas as texts, in their stored form. */
export type WithTexts<B> = Omit<B, 'eventTypes'> & {
  readonly eventTypes?: readonly ListedFields[] | undefined;
};

/** What such a body says about one event type. */
interface ListedFields extends EventTypeFields {
  readonly name: string;
  /** Only an environment says it. */
  readonly deprecatedAt?: string | null;
}

/**
 * Reads a body with `eventTypes` in a worker. A missing body counts as `{}`.
 * @param schema of the body
 * @throws ApiError 422 that names each invalid entry, like `body.eventTypes.[3].schemas`
 */
export async function readEventTypeList<B>(
  workers: Pick<WorkerPool, 'run'>,
  schema: object,
  { bytes, ...request }: Pick<RouteInput, 'bytes' | 'principal' | 'onGone'>,
): Promise<WithTexts<B>> {
  const task = bytes.length > LIMITS.otherBody.max ? 'readLargeEventTypeList' : 'readEventTypeList';
  const body = {
    bytes: bytes.length === 0 ? Buffer.from('{}') : handedOver(bytes),
    schema: JSON.stringify(schema),
    texts: [],
    limitsDepth: true,
  };
  const { others, eventTypes } = await workers.run(task, body, taskOptions(request));
  const list = eventTypes && { eventTypes: await fromJsonPieces(eventTypes) };
  return { ...others, ...list } as object as WithTexts<B>;
}
