import type { Principal } from '../access/principal';
import type { WorkerCaller } from '../catalog/worker-budget';
import type { TaskOptions } from '../catalog/worker-queue';
import { WORKER_ALLOWANCES } from '../contract/limits';
import type { RouteInput } from './route';

/** Whose share of the workers a request uses up. */
export function workerCaller(principal: Principal): WorkerCaller {
  switch (principal.kind) {
    case 'portal':
      // One for the application: a customer gets as many tokens as they open the portal.
      return { key: `app ${principal.appId}`, allowance: WORKER_ALLOWANCES.customer };
    case 'reader':
      return { key: `token ${principal.tokenId}`, allowance: WORKER_ALLOWANCES.reader };
    case 'admin':
      return { key: `token ${principal.tokenId}`, allowance: WORKER_ALLOWANCES.admin };
  }
}

/** What of a request tells for whom a task is done. */
export type TaskRequest = Pick<RouteInput, 'principal' | 'onGone'>;

/** For whom a task of a request is done. */
export function taskOptions({ principal, onGone }: TaskRequest): TaskOptions {
  return { caller: workerCaller(principal), onGone };
}
