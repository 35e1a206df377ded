import { AUDIT_ACTIONS, type AuditLineOut, auditLineOutSchema } from '../audit';
import { listQuery } from '../list-query';
import { operation, pageOf } from '../operation';

/** The operations behind `http/routes/audit`. */
export const auditOperations = {
  list: operation({
    method: 'GET',
    path: '/audit',
    query: {
      ...listQuery,
      application: { type: 'string', description: 'Only changes of this application, by id or uid.' },
      action: { type: 'string', enum: AUDIT_ACTIONS, description: 'Only this action.' },
      target: { type: 'string', description: 'Only changes of what has this id or name.' },
      since: { type: 'string', format: 'date-time', description: 'Only changes from this time on.' },
    },
    responses: { 200: pageOf<AuditLineOut>(auditLineOutSchema) },
  }),
};
