import { createHmac } from 'node:crypto';

/** What all nodes of a database have to agree on. */
export interface SharedSecrets {
  readonly clusterSecret: string;
  readonly adminToken: string;
  readonly secretKey: Uint8Array;
}

/** 132 bits of each HMAC. */
const LENGTH = 22;
const NAMES = ['POSTHORN_CLUSTER_SECRET', 'POSTHORN_ADMIN_TOKEN', 'POSTHORN_SECRET_KEY'] as const;

/** What a node shows the others to find out whether they agree, as `NodeRow.secretCheck` says. Nothing follows from it. */
export function secretCheckOf(
  { clusterSecret, adminToken, secretKey }: SharedSecrets,
  leaseMs: number,
): string {
  const mac = (what: string, value: string | Uint8Array) =>
    createHmac('sha256', clusterSecret)
      .update(`posthorn ${what}: `)
      .update(value)
      .digest('base64url')
      .slice(0, LENGTH);
  return [
    mac('cluster secret', ''),
    mac('admin token', adminToken),
    mac('secret key', secretKey),
    leaseMs / 1000,
  ].join('.');
}

/** The setting in which two nodes differ, by the name of its variable. Null: they agree. */
export function differingSecret(own: string, other: string): (typeof NAMES)[number] | null {
  const [mine, theirs] = [own.split('.'), other.split('.')];
  return NAMES.find((_, n) => mine[n] !== theirs[n]) ?? null;
}
