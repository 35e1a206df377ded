import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';
import {
  type SharedPreviewOut,
  type ShareLinkCreatedOut,
  type ShareLinkIn,
  type ShareLinkOut,
  sharedPreviewOutSchema,
  shareLinkCreatedOutSchema,
  shareLinkInSchema,
  shareLinkOutSchema,
} from '../share-link';

/** The operations behind `http/routes/share-links`. */
export const shareLinkOperations = {
  create: operation({
    method: 'POST',
    path: '/share-links',
    body: jsonOf<ShareLinkIn>(shareLinkInSchema),
    responses: { 201: jsonOf<ShareLinkCreatedOut>(shareLinkCreatedOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/share-links',
    query: orderedListQuery,
    responses: { 200: pageOf<ShareLinkOut>(shareLinkOutSchema) },
  }),
  revoke: operation({
    method: 'DELETE',
    path: '/share-links/{share}',
    responses: { 204: null },
  }),
  open: operation({
    method: 'GET',
    path: '/shared-preview',
    responses: { 200: jsonOf<SharedPreviewOut>(sharedPreviewOutSchema) },
  }),
};
