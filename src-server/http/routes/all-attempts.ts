import { LIST_EXAMINED_MAX } from '../../contract/limits';
import { fleetAttemptOperations } from '../../contract/operations/fleet-attempts';
import type { AttemptStore } from '../../storage/messages/attempt-store';
import { mapPage } from '../../storage/page';
import { timelineRequest } from '../inputs/timeline-request';
import { presentLiveAttempt } from '../presenters/delivery-presenters';
import { type Route, route } from '../route';
import { EMPTY_PAGE, isNeverAttempt, succeededOf } from './attempts';

/** The attempts of all applications, found by their ids. */
export function allAttemptRoutes({ attempts }: { readonly attempts: AttemptStore }): readonly Route[] {
  return [
    route(fleetAttemptOperations.list, {
      access: 'admin',
      summary: `List the attempts of all applications, newest first, or find one by its id. One page examines at most ${LIST_EXAMINED_MAX} attempts: continue until \`done\`.`,
      async handler({ query }) {
        if (isNeverAttempt(query.status)) return { status: 200, body: EMPTY_PAGE };
        const page = await attempts.listOfAll({
          ...timelineRequest(query),
          order: query.order,
          withContent: false,
          ...(query.q?.startsWith('atmpt_') ? { idStart: query.q } : { idPart: query.q }),
          succeeded: succeededOf(query.status),
          statusCodeClass: query.status_code_class,
          appId: query.app_id,
          endpointId: query.endpoint,
        });
        return { status: 200, body: mapPage(page, presentLiveAttempt) };
      },
    }),
  ];
}
