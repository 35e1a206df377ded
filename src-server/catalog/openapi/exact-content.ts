import { createHash } from 'node:crypto';
import { canonicalJson } from '../../json-schema/canonical-json';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { checkDraft7 } from '../checks/schema-check';
import { cleanDescription } from '../draft7/clean-text';
import { storableValue } from '../draft7/draft7-values';
import { isSameSchema } from './import-merge';
import type { WebhookEntry } from './webhook-entry';

/** Member of an operation, in documents that we wrote: what of the event type OpenAPI cannot say. */
export const EXACT_MEMBER = 'x-posthorn-exact';

type Content = NonNullable<WebhookEntry['content']>;
/**
 * The member for an operation that is read as `read`; null: it needs none. It names what is read, so that it counts for
 * nothing once somebody has edited the operation.
 * @param schema undefined: the event type has none
 */
export function exactMember(read: Content, description: string, schema: unknown): JsonObject | null {
  const isRead = schema === undefined || isSameSchema(schema, read.schemas?.['1']);
  if (description === read.description && isRead) return null;
  return { of: digestOf(read), description, ...(isRead ? {} : { schema }) };
}

/** What an operation says with its member, if that is still about it and can be stored. */
export function withExact(operation: JsonObject, read: Content): Content {
  const member = own(operation, EXACT_MEMBER);
  if (!isObject(member) || own(member, 'of') !== digestOf(read)) return read;
  const description = own(member, 'description');
  const schema = own(member, 'schema');
  const hasText = typeof description === 'string' && cleanDescription(description).changes.length === 0;
  const hasSchema =
    schema !== undefined && checkDraft7(schema).length === 0 && storableValue(schema) === schema;
  return { ...read, ...(hasText && { description }), ...(hasSchema && { schemas: { '1': schema } }) };
}

function digestOf({ description, schemas }: Content): string {
  const text = canonicalJson({ description, schema: schemas?.['1'] ?? null }) ?? '';
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
