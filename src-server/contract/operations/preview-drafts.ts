import { jsonOf, operation } from '../operation';
import {
  type PreviewDraftIn,
  type PreviewDraftOut,
  type PreviewDraftUpdate,
  previewDraftInSchema,
  previewDraftOutSchema,
  previewDraftUpdateSchema,
} from '../preview-draft';

/** The operations behind `http/routes/preview-drafts`. */
export const previewDraftOperations = {
  create: operation({
    method: 'POST',
    path: '/portal-preview-drafts',
    body: jsonOf<PreviewDraftIn>(previewDraftInSchema),
    responses: { 201: jsonOf<PreviewDraftOut>(previewDraftOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/portal-preview-drafts/{draft}',
    body: jsonOf<PreviewDraftUpdate>(previewDraftUpdateSchema),
    responses: { 200: jsonOf<PreviewDraftOut>(previewDraftOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/portal-preview-drafts/{draft}',
    responses: { 204: null },
  }),
};
