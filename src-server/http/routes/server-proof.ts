import {
  SERVER_PROOF_PATH,
  type ServerProofIn,
  serverProofInSchema,
  serverProofOutSchema,
} from '../../contract/server-proof';
import { bodyOf, type Route, route } from '../route';

export interface ServerProofRouteParts {
  /** The answer of this server to a challenge. */
  readonly answerChallenge: (nonce: string) => string;
}

/** How a program on this machine finds out, before it sends a token, that this is the server of its data folder. */
export function serverProofRoutes({ answerChallenge }: ServerProofRouteParts): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: SERVER_PROOF_PATH,
      access: 'public',
      summary: 'Prove that this is the server of its data folder.',
      description:
        'A program that reads the address of the server from the data folder asks this before it sends a token: after a crash somebody else may listen there.',
      body: bodyOf<ServerProofIn>(serverProofInSchema),
      maxBodyBytes: 1024,
      answers: { 200: serverProofOutSchema },
      handler: ({ body: { nonce } }) => ({ status: 200, body: { proof: answerChallenge(nonce) } }),
    }),
  ];
}
