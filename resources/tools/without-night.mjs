/** Arguments of Playwright, to leave out the tests of the nightly run. */
export const WITHOUT_NIGHT = ['--grep-invert', '@night'];
