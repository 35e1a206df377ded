import {
  type BrowserLoginOut,
  type BrowserSessionOut,
  browserLoginOutSchema,
  browserSessionOutSchema,
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
