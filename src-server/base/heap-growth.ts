import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from './clock';

/** A heap with more than this in use is large. */
const LARGE_HEAP_BYTES = 40 * 1024 * 1024;
/** How much the old generation of a heap may grow before it is collected, in percent of what was in use. */
const GROWTH = { small: 100, large: 50 } as const;
const LOOK_AGAIN_MS = 1000;

/**
 * V8 lets a heap grow to several times what is in use before it collects the old generation. With a thousand busy
 * endpoints, that is 100 MB of nothing; with growth limited to 50 %, it is 20 MB. A small heap may grow further: under
 * load, it would be collected several times a second just for what is in flight, which took a tenth of the processor.
 * V8 also allocates objects of often long-lived kinds directly in the old generation. After a while with a backlog,
 * these are the objects waiting for the disk, which refer to whole requests: each kept them until the next collection
 * of the old generation, at a third of the processor. So that is off. Only for a process in which nothing but the server
 * runs: `posthorn serve`, and the one that the desktop program starts for it.
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
