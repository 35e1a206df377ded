import { jsonOf, operation } from '../operation';
import {
  SERVER_PROOF_PATH,
  type ServerProofIn,
  type ServerProofOut,
  serverProofInSchema,
  serverProofOutSchema,
} from '../server-proof';

/** The operations behind `http/routes/server-proof`. */
export const serverProofOperations = {
  prove: operation({
    method: 'POST',
    path: SERVER_PROOF_PATH,
    body: jsonOf<ServerProofIn>(serverProofInSchema),
    responses: { 200: jsonOf<ServerProofOut>(serverProofOutSchema) },
  }),
};
