/** Something in a schema that is worth a look. */
export interface SchemaProblem {
  /** Pointer to what it is about: a schema, or a keyword in one. */
  readonly pointer: string;
  readonly label: string;
  /** `error`: the schema cannot be stored, or it means nothing; `warning`: it is probably not what the author meant. */
  readonly level: 'error' | 'warning';
}
