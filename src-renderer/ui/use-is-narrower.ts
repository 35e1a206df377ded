import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is narrower than this many CSS pixels; false before it exists. */
export function useIsNarrower(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const [isNarrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setNarrower(current.clientWidth < widthPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, widthPx]);
  return isNarrower;
}
