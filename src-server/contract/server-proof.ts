import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from './strict-object';

/** Where a server proves its identity, below `/api/v1`. */
export const SERVER_PROOF_PATH = '/server-proof';

/** Body of POST /server-proof. */
export const serverProofInSchema = strictObject({
  nonce: {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    examples: ['4f9c2d0e6b8a1735c4d2e0f9a8b7665544332211ffeeddccbbaa998877665544'],
    description: 'A random number of 64 hexadecimal digits, a new one for each request.',
  },
});

/** Answer of POST /server-proof. */
export const serverProofOutSchema = strictObject({
  proof: {
    type: 'string',
    description:
      'HMAC-SHA256 in hexadecimal digits of three lines, joined by line feeds: `posthorn server proof`, the nonce, and the address of the server as it stands in the first line of the file `server-address` of the data folder. The key is the second line of that file, as text.',
  },
});

export type ServerProofIn = FromSchema<typeof serverProofInSchema>;
export type ServerProofOut = FromSchema<typeof serverProofOutSchema>;
