import { invalid } from '../../base/errors';
import { decodeText, parseJson, shapeOf } from '../../base/read-json';
import { type Check, createValidator } from '../../base/validate';
import { LIMITS } from '../../contract/limits';
import { isObject } from '../../json-schema/plain-json';

/** A request body, and how to read it. */
export interface RequestBody {
  readonly bytes: Uint8Array;
  /** JSON text of the schema that it must match. */
  readonly schema: string;
  /** Members with arbitrary content that are not needed. */
  readonly texts: readonly string[];
  /** True refuses nesting too deep for code that works on the value. */
  readonly limitsDepth: boolean;
}

/** Reads and checks request bodies, and caches the checks. */
export class RequestReader {
  // Everything in a large body may be wrong: reporting the first violation is enough.
  readonly #validator = createValidator({ all: false });
  readonly #checks = new Map<string, Check>();

  /** The body as a value, checked, without unknown fields. Throws the ApiError that the body deserves. */
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

  /** The same as a short JSON text: an empty value replaces each member with arbitrary content. */
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

/** An empty value of the same kind, so that code checking only the kind sees no difference. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  return typeof value === 'string' ? '' : value;
}
