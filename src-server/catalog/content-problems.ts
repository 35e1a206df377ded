import { ApiError } from '../base/errors';
import { createValidator } from '../base/validate';
import { eventTypeInSchema } from '../contract/event-type';
import { rawMember } from '../json-schema/raw-json-text';
import { checkSchemas } from './schema-check';

/** What makes a content, JSON text, no event type, in sentences. Empty: nothing does. */
export type ContentProblems = (content: string) => readonly string[];

/** The check that creating an event type makes, for contents that were put together. */
export function createContentProblems(): ContentProblems {
  const check = createValidator().body(eventTypeInSchema);
  return (content) => {
    try {
      check(JSON.parse(content));
    } catch (cause) {
      if (!(cause instanceof ApiError) || typeof cause.body.detail === 'string') throw cause;
      return cause.body.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    }
    const schemas = rawMember(content, 'schemas') ?? 'null';
    return schemas === 'null' ? [] : checkSchemas(schemas);
  };
}
