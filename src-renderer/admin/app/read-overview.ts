/** The code of the first screen behind the log-in. */
export function readOverview() {
  return import('../features/overview/overview-screen').then(({ OverviewScreen }) => OverviewScreen);
}
