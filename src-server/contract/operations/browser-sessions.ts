import {
  type BrowserLoginOut,
  type BrowserSessionOut,
  browserLoginOutSchema,
  browserSessionOutSchema,
  type SessionChallengeIn,
  type SessionChallengeOut,
  sessionChallengeInSchema,
  sessionChallengeOutSchema,
} from '../browser-session';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/browser-sessions`. */
export const browserSessionOperations = {
  logIn: operation({
    method: 'POST',
    path: '/auth/browser-session',
    responses: { 201: jsonOf<BrowserLoginOut>(browserLoginOutSchema) },
  }),
  challenge: operation({
    method: 'POST',
    path: '/auth/browser-session/{session}/challenge',
    body: jsonOf<SessionChallengeIn>(sessionChallengeInSchema),
    responses: { 200: jsonOf<SessionChallengeOut>(sessionChallengeOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/auth/browser-session',
    query: orderedListQuery,
    responses: { 200: pageOf<BrowserSessionOut>(browserSessionOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/auth/browser-session/{session}',
    responses: { 204: null },
  }),
  endOthers: operation({
    method: 'POST',
    path: '/auth/browser-session/end-others',
    responses: { 204: null },
  }),
};
