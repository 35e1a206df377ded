import { useEffect, useState } from 'react';
import { claimOwnTab } from '../../platform/open-tabs';
import { isKeptName } from './kept-drafts';

/** A number that rises when another tab has stored or removed a draft. Claims the id of this tab, to tell them apart. */
export function useKeptTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => void claimOwnTab(), []);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (isKeptName(key ?? '')) setTurn((before) => before + 1);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return turn;
}
