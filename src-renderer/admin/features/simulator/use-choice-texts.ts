import { useMemo } from 'react';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import { CHOICE_NAMES, type ChoiceTexts, USUAL } from './simulator-choice';

/** A field that was cleared on purpose, as kept in the address: an absent one would mean the default. */
const EMPTIED = ' ';

/** The fields of the simulator, all kept in the address. */
export function useChoiceTexts() {
  // The names never change, and so neither does the order of the hooks.
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  const values = CHOICE_NAMES.map((name) => useAddressValue(name));
  const key = JSON.stringify(values.map(([text]) => text));
  const texts = useMemo(() => {
    const list = JSON.parse(key) as readonly string[];
    return Object.fromEntries(
      CHOICE_NAMES.map((name, index) => [name, list[index] ?? '']),
    ) as unknown as ChoiceTexts;
  }, [key]);
  const set = (name: keyof ChoiceTexts, text: string) => values[CHOICE_NAMES.indexOf(name)]?.[1](text);
  return {
    texts,
    set,
    /** Sets several in one step. */
    setAll: useSetAddressValues(),
    /** The value of a field and its change handler. */
    field: (name: keyof ChoiceTexts) => ({
      value: shown(texts, name),
      onChange: (text: string) => set(name, text === '' ? (isLimit(name) ? 'none' : EMPTIED) : text),
    }),
  };
}

function shown(texts: ChoiceTexts, name: keyof ChoiceTexts): string {
  const text = texts[name];
  return text === EMPTIED || (isLimit(name) && text === 'none') ? '' : text || USUAL[name];
}

function isLimit(name: keyof ChoiceTexts): boolean {
  return name === 'limit' || name === 'other';
}
