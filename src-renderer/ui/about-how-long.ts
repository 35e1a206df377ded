/** "about 6 s", "about 3 min", "about 2 h". */
export function aboutHowLong(seconds: number): string {
  if (seconds < 1) return 'under a second';
  if (seconds < 100) return `about ${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
