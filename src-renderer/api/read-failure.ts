import type { ValidationItem } from '../../src-server/contract/error';
import { ApiFailure } from './api-failure';

/** Makes a failure from a response that is not 2xx, whatever its body contains. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'detail' in body) {
    const { detail } = body;
    if (Array.isArray(detail)) {
      const items = detail.filter(isValidationItem);
      return new ApiFailure(response.status, 'invalid_request', items.map(describe).join(' '), items);
    }
    const code = 'code' in body && typeof body.code === 'string' ? body.code : 'generic_error';
    return new ApiFailure(response.status, code, String(detail));
  }
  return new ApiFailure(
    response.status,
    'unexpected_answer',
    `The server responded with ${response.status}.`,
  );
}

function isValidationItem(item: unknown): item is ValidationItem {
  return (
    typeof item === 'object' && item !== null && 'loc' in item && Array.isArray(item.loc) && 'msg' in item
  );
}

function describe({ loc, msg }: ValidationItem): string {
  const where = loc.slice(1).join('.');
  const sentence = /[.!?]$/.test(msg) ? msg : `${msg}.`;
  return where ? `${where}: ${sentence}` : sentence;
}
