/**
 * The address of the field that an old link leads to: on the page of an event type, addresses once began with its name
 * (`#invoice.paid:customer.id`, now `#:customer.id`). For a field that is on a card now, it is the one that names the card.
 * Null: it is no old link, or its field is gone.
 * @param name the event type of the page
 */
export function fieldOfOldLink(
  page: Pick<Document, 'getElementById'>,
  name: string,
  id: string,
): string | null {
  if (page.getElementById(id) || !id.startsWith(`${name}:`)) return null;
  for (let field = id.slice(name.length); field.length > 1; field = parentOf(field))
    if (page.getElementById(field)) return field;
  return null;
}

/** Leads the reader on to the field of an old link. */
export function followOldLink(page: Document, place: Location): void {
  const field = fieldOfOldLink(page, page.querySelector('article')?.id ?? '', place.hash.slice(1));
  if (field !== null) place.replace(`#${field}`);
}

/** `:items~~.sku` is below `:items~~`, and that is below `:items`. */
function parentOf(field: string): string {
  return field.slice(0, Math.max(0, field.lastIndexOf('.'), field.lastIndexOf('~~')));
}
