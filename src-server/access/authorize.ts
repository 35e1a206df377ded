import type { Capability } from '../contract/access';
import type { Method } from '../contract/operation';
import { OPERATIONS_OF_KIND } from '../contract/token-kinds';
import { capabilitiesOf, ownApplicationId, type Principal, type SharedPart } from './principal';

/** What the row of an operation says about who may call it; see `Access` and `shared` of the route table. */
interface Admission {
  readonly method: Method;
  readonly path: string;
  readonly access: 'admin' | 'reader' | 'portal' | 'any' | 'share' | 'public';
  /** Undefined: none is needed. */
  readonly capability?: Capability | undefined;
  /** Undefined: no share link reaches it. `all`: every one does. */
  readonly shared?: SharedPart | 'all' | undefined;
  /** Undefined: the token of a polling endpoint does not reach it. */
  readonly polled?: boolean | undefined;
}

const KINDS: Readonly<Record<Exclude<Admission['access'], 'public'>, readonly Principal['kind'][]>> = {
  admin: ['admin'],
  reader: ['admin', 'limited'],
  portal: ['admin', 'portal'],
  any: ['admin', 'limited', 'portal'],
  share: [],
};

/** Whether an operation is open to this principal. */
export function isAdmitted(principal: Principal, admission: Admission): boolean {
  const { method, path, access, capability, shared, polled = false } = admission;
  if (access === 'public') return true;
  // Before capabilities: nothing is open to a share link because it is open to others.
  if (principal.kind === 'share') {
    if (shared === undefined || !['any', 'share'].includes(access)) return false;
    return shared === 'all' || principal.parts.includes(shared);
  }
  if (principal.kind === 'poller') return polled;
  // Of those with flags, the row decides, as it does for customers.
  if (principal.kind === 'limited' && principal.featureFlags === null)
    return OPERATIONS_OF_KIND[principal.tokenKind].has(`${method} ${path}`);
  if (!KINDS[access].includes(principal.kind)) return false;
  return capability === undefined || capabilitiesOf(principal).includes(capability);
}

/** Whether an application exists as far as this principal may know. */
export function isOwnApplication(principal: Principal, applicationId: string): boolean {
  const own = ownApplicationId(principal);
  return own === null || own === applicationId;
}
