import type { ConnectionOptions } from 'node:tls';

/**
 * Options for a connection of TLS to this server itself: nobody but the holder of the key of this certificate is trusted,
 * under whatever name it was reached, since programs on its machine do not use the name that the certificate is for.
 * @param certificate PEM, the first of the chain. Null: plain http, or the trust store of the system
 */
export function trustOnly(
  certificate: string | null,
): Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'> {
  if (certificate === null) return {};
  return { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
}
