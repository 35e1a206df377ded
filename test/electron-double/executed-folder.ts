import { resolve } from 'node:path';

/** Where Node notes which functions of the program ran in its processes. Emptied before the tests. */
export const EXECUTED = resolve(import.meta.dirname, '../../out/test-report/electron-executed');
