import { useEffect } from 'react';
import { create } from 'zustand';

interface ThingState {
  /** The newest last: what opens over a screen is in view until it closes. */
  readonly names: readonly { readonly name: string }[];
}

const useThings = create<ThingState>(() => ({ names: [] }));

/** Says what is in view while the component is mounted: the palette shows its commands under this name. Null: nothing. */
export function useThingInView(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    const thing = { name };
    useThings.setState(({ names }) => ({ names: [...names, thing] }));
    return () => useThings.setState(({ names }) => ({ names: names.filter((other) => other !== thing) }));
  }, [name]);
}

/** The name of what is in view; null: it has none. */
export function useNameInView(): string | null {
  return useThings(({ names }) => names.at(-1)?.name ?? null);
}
