/** Something in a schema that is worth a look. */
export interface SchemaProblem {
  /** Pointer to what it is about: a schema, or a keyword in one. */
  readonly pointer: string;
  readonly label: string;
  readonly level: ProblemLevel;
  /** True: nothing refers to it, so that it can be removed without any effect. */
  readonly isUnused?: boolean;
}

/**
 * `error`: the schema cannot be stored, or it means nothing; `warning`: it is probably not what the author meant;
 * `notice`: it has no effect.
 */
export type ProblemLevel = 'error' | 'warning' | 'notice';
