import type { EndpointOut } from '../../../src-server/contract/endpoint';

/** Why an endpoint holds its deliveries, in words; null when it does not. Resuming a disabled one would not help. */
export function holdInWords({ disabled, paused }: Pick<EndpointOut, 'disabled' | 'paused'>): string | null {
  if (disabled) return paused ? 'Disabled and paused, deliveries wait' : 'Disabled, deliveries wait';
  return paused ? 'Paused, deliveries wait' : null;
}
