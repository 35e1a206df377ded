import { type NodesOut, nodesOutSchema } from '../node';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/nodes`. */
export const nodeOperations = {
  list: operation({ method: 'GET', path: '/nodes', responses: { 200: jsonOf<NodesOut>(nodesOutSchema) } }),
};
