/** To leave out the tests of the nightly run. In the environment: Playwright's option spares what others need. */
export const WITHOUT_NIGHT = { POSTHORN_WITHOUT_NIGHT: '1' };
