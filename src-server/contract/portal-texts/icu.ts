declare const ARGUMENTS: unique symbol;

/** A text in the format of ICU, with the names of the arguments that it may use. */
export type Icu<Argument extends string = string> = string & { readonly [ARGUMENTS]: Argument };

/** What an argument may be. Numbers are written in the way of the reader; texts and moments come as they shall read. */
export type TextValue = string | number | boolean;

/** Says which arguments a text has: `icu<'count'>('{count, plural, one {# event} other {# events}}')`. */
export const icu = <Argument extends string>(text: string): Icu<Argument> => text as Icu<Argument>;
