import type { Capability } from '../contract/access';
import { capabilitiesOf, type Principal } from './principal';

/** The kinds of principal that an operation admits; see `Access` of the route table. */
type Admits = 'admin' | 'reader' | 'portal' | 'any';

/** Whether an operation is open to this kind of principal, with this capability (undefined: none is needed). */
export function isAdmitted(
  principal: Principal,
  admits: Admits,
  capability: Capability | undefined,
): boolean {
  const kinds: readonly Principal['kind'][] = {
    admin: ['admin'] as const,
    reader: ['admin', 'reader'] as const,
    portal: ['admin', 'portal'] as const,
    any: ['admin', 'reader', 'portal'] as const,
  }[admits];
  if (!kinds.includes(principal.kind)) return false;
  return capability === undefined || capabilitiesOf(principal).includes(capability);
}

/** Whether an application exists as far as this principal may know. */
export function isOwnApplication(principal: Principal, applicationId: string): boolean {
  return principal.kind !== 'portal' || principal.appId === applicationId;
}
