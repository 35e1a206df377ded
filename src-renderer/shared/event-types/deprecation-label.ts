import { utcDay } from './utc-day';

interface DeprecationLabels {
  readonly deprecated: string;
  readonly deprecatedUntil: (values: { readonly day: string }) => string;
}

/** "deprecated, supported until 31 January 2027"; without a date only the first word. */
export function deprecationLabel(
  { sunsetAt }: { readonly sunsetAt?: string | null | undefined },
  labels: DeprecationLabels,
  locale: string,
): string {
  return sunsetAt ? labels.deprecatedUntil({ day: utcDay(sunsetAt, locale) }) : labels.deprecated;
}
