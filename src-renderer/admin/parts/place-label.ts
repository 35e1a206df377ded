import { fromPointer } from '../../../src-server/json-schema/json-pointer';

/** A place in a schema in readable form: "customer > address > type", "lines > each item > minimum". */
export function placeLabel(pointer: string): string {
  const steps = fromPointer(pointer);
  const parts: string[] = [];
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? '';
    const next = steps[index + 1];
    if (step === 'properties' && next !== undefined) {
      parts.push(next);
      index += 1;
    } else if (step === 'definitions' && next !== undefined) {
      parts.push(`definition ${next}`);
      index += 1;
    } else if (step === 'items' && next !== undefined) parts.push('each item');
    else parts.push(step);
  }
  return parts.length === 0 ? 'the whole schema' : parts.join(' > ');
}
