import { fleetAttemptOperations } from '../../contract/operations/fleet-attempts';
import type { AttemptStore } from '../../storage/attempt-store';
import { mapPage } from '../../storage/page';
import { presentLiveAttempt } from '../delivery-presenters';
import { type Route, route } from '../route';

/** The attempts of all applications, found by their ids. */
export function fleetAttemptRoutes({ attempts }: { readonly attempts: AttemptStore }): readonly Route[] {
  return [
    route(fleetAttemptOperations.list, {
      access: 'admin',
      summary: 'List the attempts of all applications, newest first, or find one by its id.',
      async handler({ query: { q = '', ...request } }) {
        const page = await attempts.listById(`atmpt_${q.replace(/^atmpt_/, '')}`, request);
        return { status: 200, body: mapPage(page, presentLiveAttempt) };
      },
    }),
  ];
}
