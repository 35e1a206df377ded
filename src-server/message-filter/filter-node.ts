import type { JsonObject } from '../json-schema/plain-json';

/** The operators that compare a value. `$eq` is also what a plain value stands for. */
export type Comparison =
  | '$eq'
  | '$neq'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$in'
  | '$nin'
  | '$startsWith'
  | '$endsWith'
  | '$exist';

/** One comparison with the value at a place of the message. */
export interface Condition {
  readonly kind: Comparison;
  readonly path: readonly string[];
  /** What it is compared with: a JSON value of the kind that the operator takes. */
  readonly wanted: unknown;
  /** Of `$in` and `$nin` with a list: the values of it that are no lists and no objects. */
  readonly plain?: ReadonlySet<unknown>;
  /** Of `$in` and `$nin` with a list: all others. */
  readonly nested?: readonly unknown[];
}

/** A filter as it is evaluated; `path` is where its value stands in the message. */
export type FilterNode =
  | Condition
  /** All of them hold for the value. */
  | { readonly kind: 'all'; readonly path: readonly string[]; readonly nodes: readonly FilterNode[] }
  /** Of a list, one element satisfies all of them. */
  | { readonly kind: 'object'; readonly path: readonly string[]; readonly nodes: readonly FilterNode[] }
  /** The member of that name does. */
  | {
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly name: string;
      readonly node: FilterNode;
    }
  | { readonly kind: 'any'; readonly path: readonly string[]; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly path: readonly string[]; readonly node: FilterNode };

/** A filter as a caller writes it, and as it is stored. */
export type FilterContent = JsonObject;
