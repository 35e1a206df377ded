import { decodeText, parseJson, shapeOf } from '../../base/read-json';
import { type Check, createValidator } from '../../base/validate';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { LIMITS } from '../../contract/limits';
import { handedOver } from '../handed-over';
import type { Route } from '../route';
import { type TaskRequest, taskOptions } from '../worker-caller';

/** A body with more values is read in a worker: some take long to parse, and each may be invalid. */
const VALUES_READ_HERE = 10_000;
/** The values of a larger one are not counted here, since that alone could take 50 ms. A message of 1 MiB is smaller. */
const BYTES_COUNTED_HERE = 1.25 * 1024 * 1024;
/** Only rows of the catalog accept a larger one, which may take long. */
const BYTES_READ_SHORTLY = LIMITS.otherBody.max;

/** The body of a request as its row defines it: checked, without unknown fields. Rejects with ApiError. */
type ReadRowBody = (row: Route, bytes: Buffer, request: TaskRequest) => Promise<unknown>;

export function createBodyReader(routes: readonly Route[], workers: Pick<WorkerPool, 'run'>): ReadRowBody {
  const validator = createValidator();
  const checks = new Map<Route, Check>();
  const schemas = new Map<Route, string>();
  for (const row of routes) {
    if (row.body) checks.set(row, validator.body(row.body));
  }
  const schemaOf = (row: Route): string => {
    const known = schemas.get(row) ?? JSON.stringify(row.body);
    schemas.set(row, known);
    return known;
  };
  return async (row, bytes, caller) => {
    if (!row.body || row.readsBytes) return undefined;
    const isLarge = bytes.length > BYTES_READ_SHORTLY;
    if (
      bytes.length > BYTES_COUNTED_HERE ||
      (bytes.length > VALUES_READ_HERE && shapeOf(decodeText(bytes)).values > VALUES_READ_HERE)
    ) {
      const request = {
        bytes: handedOver(bytes),
        schema: schemaOf(row),
        texts: row.texts ?? [],
        limitsDepth: row.keepsText !== true,
      };
      return JSON.parse(
        await workers.run(isLarge ? 'readLargeBody' : 'readBody', request, taskOptions(caller)),
      );
    }
    const text = decodeText(bytes);
    const body = row.emptyBody && text.trim() === '' ? {} : parseJson(text, row.keepsText ? null : undefined);
    checks.get(row)?.(body);
    return body;
  };
}
