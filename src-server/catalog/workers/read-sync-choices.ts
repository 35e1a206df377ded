import { invalid } from '../../base/errors';
import { decodeText } from '../../base/read-json';
import type { ValidationItem } from '../../contract/error';
import type { SyncIn } from '../../contract/sync';
import { compactJson, rawItems, rawMember } from '../../json-schema/raw-json-text';
import type { SyncChoices } from '../../working-copy/sides';
import type { RequestBody, RequestReader } from './request-reader';

/**
 * Reads what somebody wants to sync; values stay the text received.
 * @throws ApiError 422 for a resolution with both a side and a value, or with neither
 */
export function readSyncChoices(request: RequestBody, requests: RequestReader): SyncChoices {
  const read = requests.read(request) as SyncIn;
  const { names = null, resolutions = [], acceptRemovals = false, announce = true } = read;
  const texts = rawItems(rawMember(decodeText(request.bytes), 'resolutions') ?? '[]');
  const remarks: ValidationItem[] = [];
  const choices = resolutions.map(({ name, pointer, take, ...others }, index) => {
    const hasValue = Object.hasOwn(others, 'value');
    if (hasValue === (take !== undefined)) {
      const loc = ['body', 'resolutions', `[${index}]`];
      remarks.push({ loc, msg: 'This needs either `take` or `value`.', type: 'value_error' });
    }
    return take === undefined
      ? { name, pointer, value: compactJson(rawMember(texts[index] ?? '{}', 'value') ?? 'null') }
      : { name, pointer, take };
  });
  if (remarks.length > 0) throw invalid(...remarks.slice(0, 50));
  return { names, resolutions: choices, acceptRemovals, announce };
}
