/** A time, RFC 3339. */
/* @__NO_SIDE_EFFECTS__ */
export function dateTime(description: string) {
  return { type: 'string', format: 'date-time', description } as const;
}

/** A time, RFC 3339, or null. */
/* @__NO_SIDE_EFFECTS__ */
export function dateTimeOrNull(description: string) {
  return { type: ['string', 'null'], format: 'date-time', description } as const;
}

/** A number of things: an integer, not negative. */
/* @__NO_SIDE_EFFECTS__ */
export function count(description: string) {
  return { type: 'integer', minimum: 0, description } as const;
}
