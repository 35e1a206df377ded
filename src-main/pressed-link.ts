/**
 * Where a person's press on a link leads, if that is not this window.
 *
 * @param event a click, with any button of the mouse or by the keyboard
 * @param ownOrigin of the page
 * @returns null when a script made the event, when the page acts on it by itself, and for links within the page
 */
export function pressedOutsideLink(
  event: Pick<MouseEvent, 'isTrusted' | 'defaultPrevented' | 'button' | 'composedPath'>,
  ownOrigin: string,
): string | null {
  if (!event.isTrusted || event.defaultPrevented || event.button === RIGHT_BUTTON) return null;
  const link = event.composedPath().find(isLink);
  if (!link) return null;
  const isOutside = link.origin !== ownOrigin;
  const wantsWindow = (link.target !== '' && link.target !== '_self') || event.button === MIDDLE_BUTTON;
  return isOutside || wantsWindow ? link.href : null;
}

function isLink(node: EventTarget): node is HTMLAnchorElement {
  return node instanceof HTMLAnchorElement && node.href !== '';
}

const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2;
