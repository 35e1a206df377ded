import { Fragment, type ReactNode } from 'react';

/** The first of the signs that stand for elements in a text; no font has a picture for them, and nobody types them. */
const FIRST = 0xe000;

/** What a text is given in place of the element with this number, from 0. */
export const slot = (index: number) => String.fromCharCode(FIRST + index);

/** A text with elements in their places, in the order that its language has: `inserted(text({ at: slot(0) }), <Time />)`. */
export function inserted(text: string, ...elements: readonly ReactNode[]): ReactNode {
  return text.split(/([\uE000-\uE00F])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and hold no state
    <Fragment key={index}>{index % 2 === 0 ? part : elements[part.charCodeAt(0) - FIRST]}</Fragment>
  ));
}
