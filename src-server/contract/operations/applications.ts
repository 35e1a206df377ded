import {
  type ApplicationIn,
  type ApplicationOut,
  type ApplicationPatch,
  applicationInSchema,
  applicationOutSchema,
  applicationPatchSchema,
} from '../application';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/applications`. */
export const applicationOperations = {
  create: operation({
    method: 'POST',
    path: '/app',
    query: {
      get_if_exists: {
        type: 'boolean',
        default: false,
        description: 'True: returns the one that has this uid, if any.',
      },
    },
    body: jsonOf<ApplicationIn>(applicationInSchema),
    responses: {
      200: jsonOf<ApplicationOut>(applicationOutSchema),
      201: jsonOf<ApplicationOut>(applicationOutSchema),
    },
  }),
  list: operation({
    method: 'GET',
    path: '/app',
    query: {
      ...orderedListQuery,
      exclude_apps_with_no_endpoints: {
        type: 'boolean',
        default: false,
        description: 'True excludes them.',
      },
      exclude_apps_with_disabled_endpoints: {
        type: 'boolean',
        default: false,
        description: 'True excludes them.',
      },
      exclude_apps_with_svix_play_endpoints: {
        type: 'boolean',
        default: false,
        description:
          'True excludes those with an endpoint for tests: the receiver built in here, or play.svix.com.',
      },
    },
    responses: { 200: pageOf<ApplicationOut>(applicationOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}',
    responses: { 200: jsonOf<ApplicationOut>(applicationOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/app/{app}',
    body: jsonOf<ApplicationIn>(applicationInSchema),
    responses: {
      200: jsonOf<ApplicationOut>(applicationOutSchema),
      201: jsonOf<ApplicationOut>(applicationOutSchema),
    },
  }),
  change: operation({
    method: 'PATCH',
    path: '/app/{app}',
    body: jsonOf<ApplicationPatch>(applicationPatchSchema),
    responses: { 200: jsonOf<ApplicationOut>(applicationOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/app/{app}',
    responses: { 204: null },
  }),
};
