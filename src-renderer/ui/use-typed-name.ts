import { useEffect, useState } from 'react';
import { isValidName } from '../../src-server/contract/names';

/** What stands in the input. */
interface Typed {
  readonly text: string;
  /** The name that it adds; null: none, or one that is there without it. */
  readonly name: string | null;
  /** True once the set has it. */
  readonly isIn: boolean;
}

const NOTHING: Typed = { text: '', name: null, isIn: false };

/**
 * The input for one more name of a set. What stands in it belongs to the set, added or not: saving would drop it in
 * silence. That holds for a name that is not valid too, so that a form keeps it, and refuses to be saved.
 */
export function useTypedName(names: readonly string[], onChange: (names: readonly string[]) => void) {
  const [typed, setTyped] = useState<Typed>(() => unfinished(names));
  const others = names.filter((name) => name !== typed.name);
  const isIn = typed.name !== null && names.includes(typed.name);
  useEffect(() => {
    // One that was taken out elsewhere, such as by starting over, must not go on standing here.
    if (isIn !== typed.isIn) setTyped(isIn ? { ...typed, isIn } : NOTHING);
  }, [isIn, typed]);
  const name = typed.text.trim();
  const isValid = isValidName(name);
  return {
    text: typed.text,
    isEmpty: name === '',
    isWrong: name !== '' && !isValid,
    /** The name that it adds; null: none. */
    name: typed.name,
    /** The names that do not stand in the input. */
    others,
    type: (text: string) => {
      const next = text.trim();
      const isNew = next !== '' && !others.includes(next);
      setTyped({ text, name: isNew ? next : null, isIn: false });
      if (isNew || typed.name !== null) onChange(isNew ? [...others, next] : others);
    },
    /** Adds what is typed, and empties the input. */
    addTyped: () => {
      if (!isValid) return;
      setTyped(NOTHING);
      onChange([...new Set([...others, name])]);
    },
  };
}

/** A name that is not valid comes from an input that was left. */
function unfinished(names: readonly string[]): Typed {
  const name = names.find((typed) => !isValidName(typed));
  return name === undefined ? NOTHING : { text: name, name, isIn: true };
}
