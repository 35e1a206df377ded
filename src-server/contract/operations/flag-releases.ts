import {
  type FlagReleaseIn,
  type FlagReleaseOut,
  type FlagReleasePatch,
  flagReleaseInSchema,
  flagReleaseOutSchema,
  flagReleasePatchSchema,
} from '../flag-release';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

const release = { 200: jsonOf<FlagReleaseOut>(flagReleaseOutSchema) };

/** The operations behind `http/routes/flag-releases`. */
export const flagReleaseOperations = {
  create: operation({
    method: 'POST',
    path: '/flag-releases',
    body: jsonOf<FlagReleaseIn>(flagReleaseInSchema),
    responses: { 201: jsonOf<FlagReleaseOut>(flagReleaseOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/flag-releases',
    query: orderedListQuery,
    responses: { 200: pageOf<FlagReleaseOut>(flagReleaseOutSchema) },
  }),
  read: operation({ method: 'GET', path: '/flag-releases/{release}', responses: release }),
  change: operation({
    method: 'PATCH',
    path: '/flag-releases/{release}',
    body: jsonOf<FlagReleasePatch>(flagReleasePatchSchema),
    responses: release,
  }),
  cancel: operation({ method: 'DELETE', path: '/flag-releases/{release}', responses: { 204: null } }),
  run: operation({ method: 'POST', path: '/flag-releases/{release}/run', responses: release }),
  undo: operation({ method: 'POST', path: '/flag-releases/{release}/undo', responses: release }),
};
