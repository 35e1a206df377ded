import type { Capability } from '../../../../src-server/contract/access';

/** What remains to be done after an endpoint was added, in order. */
const STEPS = ['secret', 'verify', 'test'] as const;
export type SetupStep = (typeof STEPS)[number];

const NEEDS: Readonly<Record<SetupStep, Capability>> = {
  secret: 'ViewEndpointSecret',
  verify: 'ViewEndpointSecret',
  test: 'CreateAttempts',
};

/** The steps that a session may take; empty if there is none. */
export function setupStepsFor(may: (capability: Capability) => boolean): readonly SetupStep[] {
  return STEPS.filter((step) => may(NEEDS[step]));
}
