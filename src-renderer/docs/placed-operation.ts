import type { ApiDescription, DescribedOperation } from '../../src-server/contract/api-description';

/** One operation and its place. */
export interface PlacedOperation {
  /** In upper case. */
  readonly method: string;
  /** Below the server's address. */
  readonly path: string;
  readonly operation: DescribedOperation;
}

/** All operations, in the order of the description. */
export function placedOperations(api: ApiDescription): PlacedOperation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
