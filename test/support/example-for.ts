import { exampleFor as exampleTextFor } from '../../src-server/catalog/examples/example-event';

/** The example of a schema, both given as parsed values. */
export function exampleFor(schema: unknown, variant: number | null = null) {
  const { example, ...made } = exampleTextFor(JSON.stringify(schema), variant);
  return { ...made, example: JSON.parse(example) };
}
