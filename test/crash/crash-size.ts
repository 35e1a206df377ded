import { IS_WHOLE } from '../support/share';

/** True in `npm run test:crash`, false in `npm test`, which runs the same tests with only a few rounds. */
export const LONG_FORM = process.env.POSTHORN_CRASH_SUITE === 'long';
/** True in the nightly run as well, for what the gate holds by another test. */
export const NIGHTLY = LONG_FORM || IS_WHOLE;
