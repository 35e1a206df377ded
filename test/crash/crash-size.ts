/** True in `npm run test:crash`, false in `npm test`, which runs the same tests with only a few rounds. */
export const LONG_FORM = process.env.POSTHORN_CRASH_SUITE === 'long';
