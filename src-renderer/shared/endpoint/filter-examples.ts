/** In a field that is empty. */
export const FILTER_PLACEHOLDER = '{ "payload": { "amount": { "$gte": 100 } } }';

/** For somebody whose filter is none. */
export const FILTER_EXAMPLE = '{ "payload": { "country": "DE" } }';
