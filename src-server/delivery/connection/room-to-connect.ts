import { nextDescriptor } from '../../base/open-files';
import type { GuardedConnect } from './guarded-connect';

/** Left to files, and to requests from outside: those have to be accepted before they can be answered. */
const KEPT_FREE = 32;

/** A connector that opens nothing while this process could soon open nothing else; the delivery then waits. */
export function whileThereIsRoom(connect: GuardedConnect, mostOpenFiles: number): GuardedConnect {
  if (mostOpenFiles === Number.POSITIVE_INFINITY) return connect;
  let connecting = 0;
  return (options, opened, callback) => {
    if (nextDescriptor() + connecting >= mostOpenFiles - KEPT_FREE) {
      const shortage = Object.assign(new Error('too few descriptors are free'), { code: 'EMFILE' });
      queueMicrotask(() => callback(shortage, null));
      return;
    }
    connecting += 1;
    connect(options, opened, (...args) => {
      connecting -= 1;
      callback(...args);
    });
  };
}
