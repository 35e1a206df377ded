import { parseOrdered } from '../../src-server/json-schema/ordered-json';
import { ApiFailure } from './api-failure';

/** Most characters of one response, and of all pages of a list: what a page can hold in memory without failing. */
export const RESPONSE_MAX_CHARACTERS = 64 * 1024 * 1024;

/** The text of a response. @throws ApiFailure when something else than an API answers at that address, or without end */
export async function readResponseText({ status, headers, body }: Response, media = 'json'): Promise<string> {
  if (!(headers.get('content-type') ?? '').includes(media))
    throw new ApiFailure(
      status,
      'unexpected_answer',
      `The response was not ${media === 'json' ? 'JSON' : media}.`,
    );
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const parts: string[] = [];
  let characters = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    characters += part.value.length;
    if (characters <= RESPONSE_MAX_CHARACTERS) continue;
    await reader?.cancel();
    throw tooLong();
  }
  return parts.join('');
}

/** The value of a response. @throws ApiFailure when it is none of this API: null, or a list with null in it */
export function parseResponse(text: string): unknown {
  let value: unknown;
  try {
    value = parseOrdered(text);
  } catch {
    throw unexpected();
  }
  if (value === null) throw unexpected();
  const { data } = value as { readonly data?: unknown };
  if (Array.isArray(data) && data.includes(null)) throw unexpected();
  return value;
}

/** For a response that no server with this API gives. */
export function unexpected(): ApiFailure {
  return new ApiFailure(200, 'unexpected_answer', 'The server responded, but not like this API.');
}

/** For a response, or a list, that goes beyond what a page can hold. */
export function tooLong(): ApiFailure {
  const most = `${RESPONSE_MAX_CHARACTERS / 1024 / 1024} MiB`;
  return new ApiFailure(200, 'unexpected_answer', `The response is longer than ${most}, or does not end.`);
}
