import { type EventTypePatch, eventTypePatchSchema } from '../event-type';
import {
  type EventTypeBulkIn,
  type EventTypeBulkOut,
  eventTypeBulkInSchema,
  eventTypeBulkOutSchema,
} from '../event-type-bulk';
import { jsonOf, operation } from '../operation';
import {
  type ChangeSetIn,
  type ChangeSetOut,
  type ComparisonOut,
  type CopyChangeListOut,
  type CopyContentIn,
  type CopyContentListOut,
  type CopyContentOut,
  type CopyEditTimesOut,
  type CopyFetchOut,
  type CopySidesOut,
  type CopyStepsOut,
  type CopySummariesOut,
  changeSetInSchema,
  changeSetOutSchema,
  comparisonOutSchema,
  copyChangeListOutSchema,
  copyContentInSchema,
  copyContentListOutSchema,
  copyContentOutSchema,
  copyEditTimesOutSchema,
  copyFetchOutSchema,
  copySidesOutSchema,
  copyStepsOutSchema,
  copySummariesOutSchema,
  type PutBackOut,
  putBackOutSchema,
  type WorkingCopyOut,
  type WorkingCopyPatch,
  workingCopyOutSchema,
  workingCopyPatchSchema,
} from '../working-copy';

const EDIT = {
  edit: {
    type: 'integer',
    minimum: 1,
    description: 'The id of the edit, from `steps`. Absent: the next one.',
  },
} as const;

/** The operations behind `http/routes/working-copies` and `http/routes/working-copy-changes`. */
export const workingCopyOperations = {
  fetch: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/fetch',
    responses: { 200: jsonOf<CopyFetchOut>(copyFetchOutSchema) },
  }),
  check: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/check',
    responses: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy',
    responses: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/connections/{id}/working-copy',
    body: jsonOf<WorkingCopyPatch>(workingCopyPatchSchema),
    responses: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types',
    responses: { 200: jsonOf<CopyContentListOut>(copyContentListOutSchema) },
  }),
  listSummaries: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-type-summaries',
    responses: { 200: jsonOf<CopySummariesOut>(copySummariesOutSchema) },
  }),
  readOne: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types/{name}',
    responses: { 200: jsonOf<CopyContentOut>(copyContentOutSchema) },
  }),
  readSides: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types/{name}/sides',
    responses: { 200: jsonOf<CopySidesOut>(copySidesOutSchema) },
  }),
  listEditTimes: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/edit-times',
    responses: { 200: jsonOf<CopyEditTimesOut>(copyEditTimesOutSchema) },
  }),
  replaceOne: operation({
    method: 'PUT',
    path: '/connections/{id}/working-copy/event-types/{name}',
    body: jsonOf<CopyContentIn>(copyContentInSchema),
    responses: {
      200: jsonOf<CopyContentOut>(copyContentOutSchema),
      201: jsonOf<CopyContentOut>(copyContentOutSchema),
    },
  }),
  changeOne: operation({
    method: 'PATCH',
    path: '/connections/{id}/working-copy/event-types/{name}',
    body: jsonOf<EventTypePatch>(eventTypePatchSchema),
    responses: { 200: jsonOf<CopyContentOut>(copyContentOutSchema) },
  }),
  deleteOne: operation({
    method: 'DELETE',
    path: '/connections/{id}/working-copy/event-types/{name}',
    responses: { 204: null },
  }),
  bulk: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/event-type-bulk',
    body: jsonOf<EventTypeBulkIn>(eventTypeBulkInSchema),
    responses: { 200: jsonOf<EventTypeBulkOut>(eventTypeBulkOutSchema) },
  }),
  listSteps: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/steps',
    responses: { 200: jsonOf<CopyStepsOut>(copyStepsOutSchema) },
  }),
  undo: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/undo',
    query: EDIT,
    responses: { 200: jsonOf<PutBackOut>(putBackOutSchema) },
  }),
  redo: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/redo',
    query: EDIT,
    responses: { 200: jsonOf<PutBackOut>(putBackOutSchema) },
  }),
  compare: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/compare',
    responses: { 200: jsonOf<ComparisonOut>(comparisonOutSchema) },
  }),
  listChanges: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/changes',
    responses: { 200: jsonOf<CopyChangeListOut>(copyChangeListOutSchema) },
  }),
  discardChange: operation({
    method: 'DELETE',
    path: '/connections/{id}/working-copy/changes/{name}',
    responses: { 204: null },
  }),
  exportChanges: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/changes/export',
    responses: { 200: jsonOf<ChangeSetOut>(changeSetOutSchema) },
  }),
  importChanges: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/changes/import',
    body: jsonOf<ChangeSetIn>(changeSetInSchema),
    responses: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
};
