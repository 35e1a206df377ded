import { resolve } from 'node:path';

/** Where the processes of the program note which of its functions ran. Emptied before the tests. */
export const EXECUTED = resolve(import.meta.dirname, '../../out/test-report/electron-executed');
