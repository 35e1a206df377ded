import { serverProofOperations } from '../../contract/operations/server-proof';
import { type Route, route } from '../route';

interface ServerProofRouteParts {
  /** The response of this server to a challenge. */
  readonly prove: (nonce: string) => string;
}

/** How a program on this machine verifies, before it sends a token, that this is the server of its data folder. */
export function serverProofRoutes({ prove }: ServerProofRouteParts): readonly Route[] {
  return [
    route(serverProofOperations.prove, {
      access: 'public',
      summary: 'Prove that this is the server of its data folder.',
      description:
        'A program that reads the address of the server from the data folder calls this before it sends a token: after a crash, another program may listen there.',
      maxBodyBytes: 1024,
      handler: ({ body: { nonce } }) => ({ status: 200, body: { proof: prove(nonce) } }),
    }),
  ];
}
