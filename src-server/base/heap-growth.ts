import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from './clock';

/** A heap with more than this in use is large. */
const LARGE_HEAP_BYTES = 40 * 1024 * 1024;
/** How much the old part of a heap may grow before it is collected, in percent of what was in use. */
const GROWTH = { small: 100, large: 50 } as const;
const LOOK_AGAIN_MS = 1000;

/**
 * V8 lets a heap grow to several times what is in use before it collects the old part of it. With a thousand busy
 * endpoints that is 100 MB of nothing; at half as much again it is 20. A small heap may grow further: under load it
 * would be collected several times a second for what is on its way alone, which took a tenth of the processor.
 * V8 also puts what has often lived long among the old objects as soon as it is made. After a while with a backlog that
 * is what waits for the disk, which refers to whole requests: each kept them until the next collection of the old,
 * for a third of the processor. So that is off.
 * For a process of its own. The desktop program starts the server in another way and leaves this as it is.
 */
export function boundGarbage(clock: Clock): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  let size: keyof typeof GROWTH | null = null;
  const look = () => {
    const before = size;
    size = getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES ? 'large' : 'small';
    if (size !== before) setFlagsFromString(`--heap-growing-percent=${GROWTH[size]}`);
    clock.setTimer(LOOK_AGAIN_MS, look);
  };
  look();
}
