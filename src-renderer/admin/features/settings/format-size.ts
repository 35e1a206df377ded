const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A human-readable size: `3.4 GB`. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** unit;
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
