import { type ComponentType, useLayoutEffect, useState } from 'react';
import { PartUnavailable } from './part-unavailable';

/**
 * A component whose code is a separate file, loaded when first needed. `Waiting` is shown until then, if anything.
 *
 * Not `lazy` under `Suspense`: React keeps a fallback for 300 ms once it has been shown, however soon the code arrives.
 *
 * @returns a component that throws PartUnavailable if the code cannot be loaded, and retries when mounted again
 */
export function separatePart<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function SeparatePart(props) {
    const [, setHasArrived] = useState(false);
    const [failure, setFailure] = useState<PartUnavailable | null>(null);
    useLayoutEffect(() => {
      if (Loaded !== null) return undefined;
      let isMounted = true;
      read().then(
        (component) => {
          Loaded = component;
          if (isMounted) setHasArrived(true);
        },
        (cause: unknown) => isMounted && setFailure(new PartUnavailable(cause)),
      );
      return () => {
        isMounted = false;
      };
    }, []);
    if (failure !== null) throw failure;
    return Loaded === null ? <Waiting {...props} /> : <Loaded {...props} />;
  };
}
