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
    answers: { 201: jsonOf<BrowserLoginOut>(browserLoginOutSchema) },
  }),
  challenge: operation({
    method: 'POST',
    path: '/auth/browser-session/{session}/challenge',
    body: jsonOf<SessionChallengeIn>(sessionChallengeInSchema),
    answers: { 200: jsonOf<SessionChallengeOut>(sessionChallengeOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/auth/browser-session',
    query: orderedListQuery,
    answers: { 200: pageOf<BrowserSessionOut>(browserSessionOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/auth/browser-session/{session}',
    answers: { 204: null },
  }),
  endOthers: operation({
    method: 'POST',
    path: '/auth/browser-session/end-others',
    answers: { 204: null },
  }),
};
