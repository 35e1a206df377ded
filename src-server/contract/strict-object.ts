export interface StrictObject<Properties, Required> {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly Required[];
  readonly properties: Properties;
}

/**
 * The schema of an object with these properties and no others. All are required, unless `optional` names them; other
 * keywords follow unchanged.
 */
/* @__NO_SIDE_EFFECTS__ */
export function strictObject<
  const P extends Readonly<Record<string, object>>,
  const Optional extends keyof P & string = never,
>(
  properties: P,
  keywords: { readonly optional?: readonly Optional[]; readonly [keyword: string]: unknown } = {},
): StrictObject<P, Exclude<keyof P & string, Optional>> {
  const { optional = [], ...others } = keywords;
  type Required = Exclude<keyof P & string, Optional>;
  const isRequired = (name: string): name is Required => !optional.some((key) => key === name);
  const required = Object.keys(properties).filter(isRequired);
  return { type: 'object', additionalProperties: false, required, properties, ...others };
}
