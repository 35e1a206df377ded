// A test that stands in for Electron loads this before out/main/server-entry.js: the parent port that a utility process
// has, over the channel of a plain child process. Like the real one it keeps messages until somebody listens.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  /** @param {unknown} message */
  postMessage: (message) => process.send?.(message),
});
port.once('newListener', () => {
  process.on('message', (data) => port.emit('message', { data }));
});
Object.assign(process, { parentPort: port });
