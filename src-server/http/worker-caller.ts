import { type Principal, seesEverything } from '../access/principal';
import type { WorkerCaller } from '../catalog/workers/worker-budget';
import type { TaskOptions } from '../catalog/workers/worker-queue';
import { WORKER_ALLOWANCES, type WorkerAllowance } from '../contract/limits';
import type { RouteInput } from './route';

/** Whose share of the workers a request uses, or of the time for reading. */
export function workerCaller(
  principal: Principal,
  allowances: Readonly<Record<keyof typeof WORKER_ALLOWANCES, WorkerAllowance>> = WORKER_ALLOWANCES,
): WorkerCaller {
  switch (principal.kind) {
    case 'portal':
      // One for the application: a customer gets a new token every time they open the portal.
      return { key: `app ${principal.appId}`, allowance: allowances.customer };
    case 'share':
      // One for the link, however many people look at its frames.
      return { key: `share ${principal.tokenId}`, allowance: allowances.customer };
    case 'poller':
      // Programs that read everything, again and again: more than a person who looks at lists. One for the application,
      // which may have any number of such tokens.
      return { key: `pollers ${principal.appId}`, allowance: allowances.reader };
    case 'limited':
    case 'admin': {
      const allowance = seesEverything(principal) ? allowances.admin : allowances.reader;
      return { key: `token ${principal.tokenId}`, allowance };
    }
  }
}

/** The parts of a request that tell for whom a task runs. */
export type TaskRequest = Pick<RouteInput, 'principal' | 'onGone'>;

/** For whom a task of a request runs. */
export function taskOptions({ principal, onGone }: TaskRequest): TaskOptions {
  return { caller: workerCaller(principal), onGone };
}
