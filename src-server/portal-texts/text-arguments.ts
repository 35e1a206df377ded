import { messageFormat } from './message-format';

/** What an argument is used as: counted and written as a number, one of several words, or a text as it is. */
export type ArgumentKind = 'number' | 'choice' | 'text' | 'date';

type Element = ReturnType<ReturnType<typeof messageFormat>['getAst']>[number];

/** The numbers that the parser gives to what stands in a text. */
const KINDS: Readonly<Record<number, ArgumentKind>> = {
  1: 'text',
  2: 'number',
  3: 'date',
  4: 'date',
  5: 'choice',
  6: 'number',
};

/** The arguments of a text of ICU, with all that each is used as. @throws SyntaxError if it is none */
export function textArguments(text: string): ReadonlyMap<string, ReadonlySet<ArgumentKind>> {
  const found = new Map<string, Set<ArgumentKind>>();
  const visit = (elements: readonly Element[]): void => {
    for (const element of elements) {
      const kind = KINDS[element.type];
      if (kind && 'value' in element && typeof element.value === 'string') {
        found.set(element.value, (found.get(element.value) ?? new Set()).add(kind));
      }
      if ('options' in element) for (const { value } of Object.values(element.options)) visit(value);
    }
  };
  visit(messageFormat(text, 'en').getAst());
  return found;
}
