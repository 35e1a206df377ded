/** A JSON value as YAML. */
export async function yamlText(value: unknown): Promise<string> {
  // Loaded when YAML is first written, which is rare.
  const { stringify } = await import('yaml');
  return stringify(value);
}
