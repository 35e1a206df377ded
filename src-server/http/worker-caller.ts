import type { Principal } from '../access/principal';
import type { WorkerCaller } from '../catalog/worker-budget';
import type { TaskOptions } from '../catalog/worker-queue';
import { WORKER_ALLOWANCES } from '../contract/limits';
import type { RouteInput } from './route';

/** Whose share of the workers a request uses. */
export function workerCaller(principal: Principal): WorkerCaller {
  switch (principal.kind) {
    case 'portal':
      // One for the application: a customer gets a new token every time they open the portal.
      return { key: `app ${principal.appId}`, allowance: WORKER_ALLOWANCES.customer };
    case 'share':
      // One for the link, however many people look at its frames.
      return { key: `share ${principal.tokenId}`, allowance: WORKER_ALLOWANCES.customer };
    case 'reader':
      return { key: `token ${principal.tokenId}`, allowance: WORKER_ALLOWANCES.reader };
    case 'admin':
      return { key: `token ${principal.tokenId}`, allowance: WORKER_ALLOWANCES.admin };
  }
}

/** The parts of a request that tell for whom a task runs. */
export type TaskRequest = Pick<RouteInput, 'principal' | 'onGone'>;

/** For whom a task of a request runs. */
export function taskOptions({ principal, onGone }: TaskRequest): TaskOptions {
  return { caller: workerCaller(principal), onGone };
}
