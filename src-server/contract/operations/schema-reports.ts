import { jsonOf, operation } from '../operation';
import {
  type PayloadCheckIn,
  type PayloadCheckOut,
  payloadCheckInSchema,
  payloadCheckOutSchema,
} from '../payload-check';
import {
  type SchemaReportListOut,
  type SchemaReportOut,
  schemaReportListOutSchema,
  schemaReportOutSchema,
} from '../schema-report';

/** The operations behind `http/routes/schema-reports`. */
export const schemaReportOperations = {
  checkPayload: operation({
    method: 'POST',
    path: '/event-type/{name}/check-payload',
    body: jsonOf<PayloadCheckIn>(payloadCheckInSchema),
    responses: { 200: jsonOf<PayloadCheckOut>(payloadCheckOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/event-type/{name}/schema-report',
    responses: { 200: jsonOf<SchemaReportOut>(schemaReportOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/event-type/schema/reports',
    responses: { 200: jsonOf<SchemaReportListOut>(schemaReportListOutSchema) },
  }),
};
