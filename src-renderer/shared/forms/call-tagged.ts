import type { CallInput, ResultOf } from '../../../src-server/contract/operation-call';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import type { ApiClient } from '../../api/api-client';
import { parseResponse } from '../../api/read-response';

/** Reads a thing with the tag of its state, for `If-Match`; null where the server sends none. */
export async function callTagged<N extends OperationName>(
  api: Pick<ApiClient, 'callText'>,
  name: N,
  input: CallInput<N>,
): Promise<{ readonly value: ResultOf<N>; readonly tag: string | null }> {
  const { text, tag } = await api.callText(name, input);
  return { value: parseResponse(text) as ResultOf<N>, tag };
}
