const number = new Intl.NumberFormat('en-GB');
const roughly = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 2 });
const rateAt = (ms: number) =>
  `About ${roughly.format(1000 / ms)} a second at this receiver’s ${number.format(ms)} ms.`;

/** The texts of the order of an endpoint. */
export const ORDER_WORDS = {
  label: 'Order',
  any: {
    label: 'Any order',
    hint: 'Several messages at once. The others go on while one waits for its retry.',
  },
  strict: { label: 'Strict order' },
  strictHint:
    'One at a time, in the order of acceptance. A failing message blocks all later ones until it is delivered, given up or skipped.',
  /** @param responseMs how long the receiver takes to respond; null: it has not responded yet */
  price: (responseMs: number | null) =>
    responseMs === null
      ? 'How many a second depends on how fast the receiver responds, which is not known yet.'
      : rateAt(Math.max(1, Math.round(responseMs))),
};
export type OrderWords = typeof ORDER_WORDS;
