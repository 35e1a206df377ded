import { type AttentionPageOut, attentionPageOutSchema } from '../attention';
import { listQuery } from '../list-query';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/attention`. */
export const attentionOperations = {
  list: operation({
    method: 'GET',
    path: '/fleet/attention',
    query: {
      limit: listQuery.limit,
      iterator: {
        type: 'string',
        pattern: '^([0-9]{1,16}|delayed)-ep_[0-9A-Za-z]{1,40}$',
        description: '`iterator` of another page: continues with the endpoints after it.',
      },
    },
    responses: { 200: jsonOf<AttentionPageOut>(attentionPageOutSchema) },
  }),
};
