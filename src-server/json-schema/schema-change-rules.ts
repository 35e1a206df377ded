/** What a change of a schema means to those who receive such messages. */
export type ChangeEffect = 'breaking' | 'unclear' | 'compatible';

/** One kind of change, judged once. */
export interface SchemaChangeRule {
  readonly effect: ChangeEffect;
  /** What it counts as: something new, something gone, something changed. */
  readonly sign: '+' | '-' | '~';
  /** Why, in one sentence. */
  readonly why: string;
  /** True: only words change, never a message. */
  readonly onlyText?: boolean;
}

/**
 * How each kind of change is judged, for a receiver that reads messages as the schema before described them: it
 * ignores fields that it does not know, and relies on all it was told. Fewer possible messages than before are
 * compatible; messages that were not possible before are breaking where code fails on them as a rule, and unclear
 * where it depends on the receiver.
 */
export const SCHEMA_CHANGE_RULES = {
  'schema-added': {
    effect: 'compatible',
    sign: '+',
    why: 'Messages stay as they are; now it is said what is in them.',
  },
  'schema-removed': {
    effect: 'unclear',
    sign: '-',
    why: 'Nothing says any more what is in a message.',
  },
  'field-added': {
    effect: 'compatible',
    sign: '+',
    why: 'Receivers ignore fields that they do not know.',
  },
  'field-added-to-closed': {
    effect: 'unclear',
    sign: '+',
    why: 'There were to be no other fields here; a receiver that checks for that refuses the message.',
  },
  'field-removed': {
    effect: 'breaking',
    sign: '-',
    why: 'Receivers that read the field no longer find it.',
  },
  'field-required': {
    effect: 'compatible',
    sign: '~',
    why: 'The field could be missing before, and now is always there.',
  },
  'field-optional': {
    effect: 'breaking',
    sign: '~',
    why: 'The field was always there, and now can be missing.',
  },
  'type-narrowed': {
    effect: 'compatible',
    sign: '~',
    why: 'Each value that comes now was possible before.',
  },
  'type-widened': {
    effect: 'breaking',
    sign: '~',
    why: 'Values of a type that never came before may come.',
  },
  'type-replaced': {
    effect: 'breaking',
    sign: '~',
    why: 'No value that comes now is of the type it was before.',
  },
  'value-added': {
    effect: 'unclear',
    sign: '~',
    why: 'A receiver with a case for each value has none for the new one.',
  },
  'value-removed': {
    effect: 'compatible',
    sign: '~',
    why: 'The value just does not come any more.',
  },
  'values-replaced': {
    effect: 'breaking',
    sign: '~',
    why: 'None of the values known before comes any more.',
  },
  'values-fixed': {
    effect: 'compatible',
    sign: '~',
    why: 'Each of these values was possible before.',
  },
  'values-freed': {
    effect: 'unclear',
    sign: '~',
    why: 'A receiver with a case for each value has none for others.',
  },
  'option-added': {
    effect: 'unclear',
    sign: '~',
    why: 'A receiver that tells the forms apart does not know the new one.',
  },
  'option-removed': {
    effect: 'compatible',
    sign: '~',
    why: 'That form just does not come any more.',
  },
  'constraint-tightened': {
    effect: 'compatible',
    sign: '~',
    why: 'Each value that comes now was possible before.',
  },
  'constraint-loosened': {
    effect: 'unclear',
    sign: '~',
    why: 'Values beyond the old bound may come, and may not fit where a receiver puts them.',
  },
  'constraint-changed': {
    effect: 'unclear',
    sign: '~',
    why: 'Whether each value that comes now was possible before cannot be told.',
  },
  'format-changed': {
    effect: 'breaking',
    sign: '~',
    why: 'A receiver that reads the value in its old format fails.',
  },
  'reference-changed': {
    effect: 'unclear',
    sign: '~',
    why: 'A reference that leads nowhere says nothing about the value.',
  },
  'description-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'Only the words change.',
    onlyText: true,
  },
  'deprecation-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'It still comes; a mark is only advice.',
    onlyText: true,
  },
  'annotation-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'Examples, titles and defaults are not part of a message.',
    onlyText: true,
  },
  'details-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'Nothing that says what is in a message changes.',
    onlyText: true,
  },
  'too-large': {
    effect: 'unclear',
    sign: '~',
    why: 'The schemas are too large to be compared to the end.',
  },
} as const satisfies Readonly<Record<string, SchemaChangeRule>>;

export type SchemaChangeKind = keyof typeof SCHEMA_CHANGE_RULES;
