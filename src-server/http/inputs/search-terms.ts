/** More words than anybody types would only cost time. */
const TERMS_MAX = 10;

/** The words of a search. */
export function searchTerms(q = ''): readonly string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
}
