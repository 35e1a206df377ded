// Loaded into a server process before anything else: reports on request of the test that started it how long its event
// loop was held.
import { watchLoop } from './held-loop.mjs';

const loop = watchLoop();
process.on('message', async () => {
  process.send?.({ longestMs: await loop.longestMs() });
});
process.channel?.unref();
