import type { Deprecation } from '../../storage/catalog/deprecation-store';
import { linesOfRequest } from './header-lines';

/** Headers of one request, besides those of its endpoint. */
export interface NoteHeaders {
  /** Name and value alternately. */
  readonly headers: readonly string[];
  /** The same, as they are stored with an attempt. */
  readonly lines: string;
}

/** What a request says about the deprecation of its event type: since when, and until when its messages are promised. */
export function deprecationHeaders({ since, sunsetAt }: Deprecation): NoteHeaders {
  const headers = ['webhook-deprecation', httpDate(since)];
  if (sunsetAt !== null) headers.push('webhook-sunset', httpDate(Date.parse(sunsetAt)));
  return { headers, lines: linesOfRequest(headers) };
}

function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}
