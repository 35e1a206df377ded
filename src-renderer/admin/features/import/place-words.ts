/** A place in a schema as a reader knows it: "customer > address > type", "lines > each item > minimum". */
export function placeWords(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const words: string[] = [];
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? '';
    const next = steps[index + 1];
    if (step === 'properties' && next !== undefined) {
      words.push(next);
      index += 1;
    } else if (step === 'definitions' && next !== undefined) {
      words.push(`definition ${next}`);
      index += 1;
    } else if (step === 'items' && next !== undefined) words.push('each item');
    else words.push(step);
  }
  return words.length === 0 ? 'the whole schema' : words.join(' > ');
}
