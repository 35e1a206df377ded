import { IS_WHOLE } from './share';

/** Components that refer to each other in cycles, with 400 kB of text together. */
export const COMPONENTS = IS_WHOLE ? 300 : 100;

/**
 * @param below the prefix of their references, like `#/definitions/`
 * @returns them by name: each one reaches all of them
 */
export function cyclicComponents(below: string): Record<string, object> {
  return Object.fromEntries(Array.from({ length: COMPONENTS }, (_, n) => [`C${n}`, component(n, below)]));
}

function component(n: number, below: string) {
  const leads = Array.from({ length: 4 }, (_, k) => [
    `p${k}`,
    { $ref: `${below}C${(n * (k + 1) + 1) % COMPONENTS}` },
  ]);
  const id = {
    type: 'string',
    description: `The id of thing ${n}. ${'Words about it. '.repeat(24_000 / COMPONENTS)}`,
  };
  return { type: 'object', properties: { id, ...Object.fromEntries(leads) } };
}
