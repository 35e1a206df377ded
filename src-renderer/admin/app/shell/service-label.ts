import type { HealthOut } from '../../../../src-server/contract/health';
import { networkSentence } from '../../../../src-server/contract/network-sentence';
import type { ApiFailure } from '../../../api/api-failure';

interface ServiceFacts {
  /** True: the live stream is interrupted. */
  readonly isLost: boolean;
  /** The code of why it is; null: it is not. */
  readonly lostCode: string | null;
  /** True: endpoints need attention. */
  readonly isFailing: boolean;
  /** The last response about its health (null: no body; undefined: none yet), and why the newest one is missing. */
  readonly health: { readonly data: HealthOut | null | undefined; readonly error: ApiFailure | null };
}

/**
 * How the service is, in a few words; empty where that is not known or not the whole truth: its last good answer says
 * nothing once the connection is lost, and "healthy" beside failing endpoints would sound as if all were well.
 */
export function serviceLabel({ isLost, lostCode, isFailing, health }: ServiceFacts): string {
  const { data, error } = health;
  if ([error?.code, lostCode].includes('remote_token_refused')) return 'Token refused';
  if (error) return error.status === 503 ? 'Service failing' : 'Service not responding';
  if (data === undefined) return isLost ? '' : 'Checking the service';
  if (isLost) return '';
  // Another version may not say it.
  const offline = data?.network ? networkSentence(data.network, Date.now()) : null;
  if (offline !== null) return offline;
  // Its notice says more.
  if (data?.clock) return 'Clock in doubt';
  if (data?.status === 'degraded') return `Service degraded: ${data.detail}`;
  return isFailing ? '' : 'Service healthy';
}
