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
    answers: { 200: jsonOf<CopyFetchOut>(copyFetchOutSchema) },
  }),
  check: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/check',
    answers: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy',
    answers: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/connections/{id}/working-copy',
    body: jsonOf<WorkingCopyPatch>(workingCopyPatchSchema),
    answers: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types',
    answers: { 200: jsonOf<CopyContentListOut>(copyContentListOutSchema) },
  }),
  listSummaries: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-type-summaries',
    answers: { 200: jsonOf<CopySummariesOut>(copySummariesOutSchema) },
  }),
  readOne: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types/{name}',
    answers: { 200: jsonOf<CopyContentOut>(copyContentOutSchema) },
  }),
  readSides: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/event-types/{name}/sides',
    answers: { 200: jsonOf<CopySidesOut>(copySidesOutSchema) },
  }),
  listEditTimes: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/edit-times',
    answers: { 200: jsonOf<CopyEditTimesOut>(copyEditTimesOutSchema) },
  }),
  replaceOne: operation({
    method: 'PUT',
    path: '/connections/{id}/working-copy/event-types/{name}',
    body: jsonOf<CopyContentIn>(copyContentInSchema),
    answers: {
      200: jsonOf<CopyContentOut>(copyContentOutSchema),
      201: jsonOf<CopyContentOut>(copyContentOutSchema),
    },
  }),
  changeOne: operation({
    method: 'PATCH',
    path: '/connections/{id}/working-copy/event-types/{name}',
    body: jsonOf<EventTypePatch>(eventTypePatchSchema),
    answers: { 200: jsonOf<CopyContentOut>(copyContentOutSchema) },
  }),
  deleteOne: operation({
    method: 'DELETE',
    path: '/connections/{id}/working-copy/event-types/{name}',
    answers: { 204: null },
  }),
  bulk: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/event-type-bulk',
    body: jsonOf<EventTypeBulkIn>(eventTypeBulkInSchema),
    answers: { 200: jsonOf<EventTypeBulkOut>(eventTypeBulkOutSchema) },
  }),
  listSteps: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/steps',
    answers: { 200: jsonOf<CopyStepsOut>(copyStepsOutSchema) },
  }),
  undo: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/undo',
    query: EDIT,
    answers: { 200: jsonOf<PutBackOut>(putBackOutSchema) },
  }),
  redo: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/redo',
    query: EDIT,
    answers: { 200: jsonOf<PutBackOut>(putBackOutSchema) },
  }),
  compare: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/compare',
    answers: { 200: jsonOf<ComparisonOut>(comparisonOutSchema) },
  }),
  listChanges: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/changes',
    answers: { 200: jsonOf<CopyChangeListOut>(copyChangeListOutSchema) },
  }),
  discardChange: operation({
    method: 'DELETE',
    path: '/connections/{id}/working-copy/changes/{name}',
    answers: { 204: null },
  }),
  exportChanges: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/changes/export',
    answers: { 200: jsonOf<ChangeSetOut>(changeSetOutSchema) },
  }),
  importChanges: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/changes/import',
    body: jsonOf<ChangeSetIn>(changeSetInSchema),
    answers: { 200: jsonOf<WorkingCopyOut>(workingCopyOutSchema) },
  }),
};
