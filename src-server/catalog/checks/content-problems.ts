import { ApiError } from '../../base/errors';
import { createValidator } from '../../base/validate';
import { eventTypeInSchema } from '../../contract/event-type';
import { rawMember } from '../../json-schema/raw-json-text';
import { checkSchemas } from './schema-check';

/** Why a content, given as JSON text, is not a valid event type, in sentences. Empty: it is valid. */
type ContentProblems = (content: string) => readonly string[];

/** The check made when an event type is created, for contents that were merged. */
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
