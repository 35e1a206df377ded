import {
  type TokenCreatedOut,
  type TokenIn,
  type TokenOut,
  tokenCreatedOutSchema,
  tokenInSchema,
  tokenOutSchema,
  type UntilEndedText,
  untilEndedTextSchema,
  type WhoamiOut,
  whoamiOutSchema,
} from '../access';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/tokens`. */
export const tokenOperations = {
  create: operation({
    method: 'POST',
    path: '/auth/token',
    body: jsonOf<TokenIn>(tokenInSchema),
    responses: { 201: jsonOf<TokenCreatedOut>(tokenCreatedOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/auth/token',
    query: orderedListQuery,
    responses: { 200: pageOf<TokenOut>(tokenOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/auth/token/{token}',
    responses: { 204: null },
  }),
  rotate: operation({
    method: 'POST',
    path: '/auth/token/{token}/rotate',
    responses: { 200: jsonOf<TokenCreatedOut>(tokenCreatedOutSchema) },
  }),
  whoami: operation({
    method: 'GET',
    path: '/auth/whoami',
    responses: { 200: jsonOf<WhoamiOut>(whoamiOutSchema) },
  }),
  untilEnded: operation({
    method: 'GET',
    path: '/auth/until-ended',
    responses: { 200: jsonOf<UntilEndedText>(untilEndedTextSchema) },
    media: { type: 'text/event-stream', example: ':\n\n' },
  }),
};
