import { invalid } from '../base/errors';
import { decodeText, parseJson, shapeOf } from '../base/read-json';
import { type Check, createValidator } from '../base/validate';
import { LIMITS } from '../contract/limits';
import { isObject } from '../json-schema/plain-json';

/** A request body, and how it is read. */
export interface RequestBody {
  readonly bytes: Uint8Array;
  /** JSON text of the schema that it must fit. */
  readonly schema: string;
  /** Members whose content is free, and which are not needed. */
  readonly texts: readonly string[];
  /** True refuses nesting that code working on the value could not follow. */
  readonly limitsDepth: boolean;
}

/** Reads and checks request bodies, and remembers the checks. */
export class RequestReader {
  // Of a large body everything may be wrong: the first thing is enough to say.
  readonly #validator = createValidator({ all: false });
  readonly #checks = new Map<string, Check>();

  /** The body as a value, checked, without unknown fields. Throws ApiError, as the body deserves it. */
  read({ bytes, schema, limitsDepth }: RequestBody): unknown {
    const body = limitsDepth ? parseJson(decodeText(bytes)) : parseJson(decodeText(bytes), null);
    let check = this.#checks.get(schema);
    if (check === undefined) {
      check = this.#validator.body(JSON.parse(schema));
      this.#checks.set(schema, check);
    }
    check(body);
    return body;
  }

  /** The same as a short JSON text: something empty stands in the place of each member with free content. */
  readInShort(request: RequestBody): string {
    const body = this.read(request);
    const short = isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            request.texts.includes(name) ? emptied(value) : value,
          ]),
        )
      : body;
    const text = JSON.stringify(short);
    const { max } = LIMITS.bodyValues;
    if (shapeOf(text).values <= max) return text;
    throw invalid({ loc: ['body'], msg: `This contains more than ${max} values.`, type: 'value_error' });
  }
}

/** Something of the same kind, so that who looks at the kind alone sees no difference. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  return typeof value === 'string' ? '' : value;
}
