import { fromPointer } from '../../../../src-server/json-schema/json-pointer';

/** A place in a schema as a reader knows it: "customer > address > type", "lines > each item > minimum". */
export function placeWords(pointer: string): string {
  const steps = fromPointer(pointer);
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
