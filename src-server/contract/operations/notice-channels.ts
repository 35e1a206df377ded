import {
  type NoticeChannelIn,
  type NoticeChannelListOut,
  type NoticeChannelOut,
  type NoticeChannelPatch,
  type NoticeTestOut,
  noticeChannelInSchema,
  noticeChannelListOutSchema,
  noticeChannelOutSchema,
  noticeChannelPatchSchema,
  noticeTestOutSchema,
} from '../notice-channel';
import { jsonOf, operation } from '../operation';

const channel = jsonOf<NoticeChannelOut>(noticeChannelOutSchema);

/** The operations behind `http/routes/notice-channels`. */
export const noticeChannelOperations = {
  list: operation({
    method: 'GET',
    path: '/notice-channels',
    responses: { 200: jsonOf<NoticeChannelListOut>(noticeChannelListOutSchema) },
  }),
  create: operation({
    method: 'POST',
    path: '/notice-channels',
    body: jsonOf<NoticeChannelIn>(noticeChannelInSchema),
    responses: { 201: channel },
  }),
  read: operation({ method: 'GET', path: '/notice-channels/{channel}', responses: { 200: channel } }),
  change: operation({
    method: 'PATCH',
    path: '/notice-channels/{channel}',
    body: jsonOf<NoticeChannelPatch>(noticeChannelPatchSchema),
    responses: { 200: channel },
  }),
  delete: operation({ method: 'DELETE', path: '/notice-channels/{channel}', responses: { 204: null } }),
  test: operation({
    method: 'POST',
    path: '/notice-channels/{channel}/test',
    responses: { 200: jsonOf<NoticeTestOut>(noticeTestOutSchema) },
  }),
};
