import { apiError } from '../../base/errors';
import type { EventTypeFromOpenapi, ImportProblem, OpenapiImportIn } from '../../contract/openapi-import';
import { type OpenapiDocument, readOpenapiDocument } from './openapi-document';
import { type DocumentRemark, openapiViolations } from './openapi-violations';
import { type OnWebhook, openapiWebhooks, type WebhooksFound } from './openapi-webhooks';
import type { WebhookEntry } from './webhook-entry';
import { nameEntries } from './webhook-names';

/** A document that was read, and the webhooks in it. */
export interface ReadImport {
  readonly document: OpenapiDocument;
  readonly found: WebhooksFound;
}

/**
 * Reads the document of an import request. Writes nothing. Throws `openapi_invalid` (422) when the document as a
 * whole cannot be imported, and `generic_error` (400) when not exactly one of `spec` and `specRaw` is given.
 */
export async function readImport(
  body: Pick<OpenapiImportIn, 'spec' | 'specRaw'>,
  onWebhook?: OnWebhook,
): Promise<ReadImport> {
  const sources = [body.spec ?? undefined, body.specRaw ?? undefined].filter(
    (source) => source !== undefined,
  );
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw apiError('generic_error', 'Give exactly one of `spec` (an object) and `specRaw` (text).');
  }
  const document = await readOpenapiDocument(source);
  const found = openapiWebhooks(document, onWebhook);
  return { document, found };
}

/** An event type that a document describes, and its place there. */
interface WebhookCandidate extends Pick<WebhookEntry, 'pointer' | 'key' | 'method' | 'operationId'> {
  readonly eventType: EventTypeFromOpenapi;
}

/**
 * What can be imported from a document with nobody there to decide: the first entry with a name gets it; others with
 * that name are left out and reported, as are those with an invalid name.
 */
export async function readOpenapiImport(body: Pick<OpenapiImportIn, 'spec' | 'specRaw'>): Promise<{
  readonly candidates: readonly WebhookCandidate[];
  readonly problems: readonly ImportProblem[];
}> {
  const { document, found } = await readImport(body);
  return undecided(found, await openapiViolations(document));
}

/** The same for webhooks already read. Violations come last, since they matter least. */
export function undecided({ entries, remarks }: WebhooksFound, violations: readonly DocumentRemark[]) {
  const candidates: WebhookCandidate[] = [];
  const ofDocument = ({ pointer, message }: DocumentRemark): ImportProblem => ({
    ...{ pointer, name: null, severity: 'warning', message },
  });
  const problems = remarks.map(ofDocument);
  const holders = new Map<string, string>();
  // Each on its own: whether two have the same name is decided here, by which came first.
  for (const entry of entries) {
    const { pointer, key, method, operationId, name, content, warnings } = entry;
    const skip = (message: string) => problems.push({ pointer, name, severity: 'skipped', message });
    const [named] = nameEntries([entry], () => undefined);
    const holder = holders.get(name);
    if (content === null || named?.problem != null) skip(named?.problem ?? 'It cannot be imported.');
    else if (holder !== undefined) skip(`The name is already taken by ${holder} in this document.`);
    else {
      holders.set(name, pointer);
      candidates.push({ pointer, key, method, operationId, eventType: { name, ...content } });
      for (const message of warnings) problems.push({ pointer, name, severity: 'warning', message });
    }
  }
  return { candidates, problems: [...problems, ...violations.map(ofDocument)] };
}
