/** What a change of a schema means for receivers of such messages. */
export type ChangeEffect = 'breaking' | 'unclear' | 'compatible';

/** One kind of change, with its verdict. */
interface SchemaChangeRule {
  readonly effect: ChangeEffect;
  /** How it is counted: added, removed or changed. */
  readonly sign: '+' | '-' | '~';
  /** Why, in one sentence. */
  readonly why: string;
  /** True: only texts change, never a message. */
  readonly onlyText?: boolean;
}

/**
 * The verdict on each kind of change, for a receiver that reads messages as the earlier schema described them: it
 * ignores unknown fields, and relies on everything it was told. Fewer possible messages than before are compatible;
 * newly possible messages are breaking if code usually fails on them, and unclear if that depends on the receiver.
 */
export const SCHEMA_CHANGE_RULES = {
  'schema-added': {
    effect: 'compatible',
    sign: '+',
    why: 'Messages do not change; the schema now describes them.',
  },
  'schema-removed': {
    effect: 'unclear',
    sign: '-',
    why: 'The schema no longer describes messages.',
  },
  'field-added': {
    effect: 'compatible',
    sign: '+',
    why: 'Receivers ignore fields that they do not know.',
  },
  'field-added-to-closed': {
    effect: 'unclear',
    sign: '+',
    why: 'No other fields were allowed here. A receiver that checks this refuses the message.',
  },
  'field-removed': {
    effect: 'breaking',
    sign: '-',
    why: 'Receivers that read the field no longer find it.',
  },
  'field-required': {
    effect: 'compatible',
    sign: '~',
    why: 'The field was optional, and is now always present.',
  },
  'field-optional': {
    effect: 'breaking',
    sign: '~',
    why: 'The field was always present, and can now be missing.',
  },
  'type-narrowed': {
    effect: 'compatible',
    sign: '~',
    why: 'Every value that is possible now was possible before.',
  },
  'type-widened': {
    effect: 'breaking',
    sign: '~',
    why: 'Values of a new type are possible.',
  },
  'type-replaced': {
    effect: 'breaking',
    sign: '~',
    why: 'No value has its previous type.',
  },
  'value-added': {
    effect: 'unclear',
    sign: '~',
    why: 'A receiver with a case for each value has none for the new one.',
  },
  'value-removed': {
    effect: 'compatible',
    sign: '~',
    why: 'The value is simply no longer sent.',
  },
  'values-replaced': {
    effect: 'breaking',
    sign: '~',
    why: 'None of the previous values is sent any more.',
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
    why: 'A receiver that distinguishes the alternatives does not know the new one.',
  },
  'option-removed': {
    effect: 'compatible',
    sign: '~',
    why: 'The alternative is simply no longer sent.',
  },
  'constraint-tightened': {
    effect: 'compatible',
    sign: '~',
    why: 'Every value that is possible now was possible before.',
  },
  'constraint-loosened': {
    effect: 'unclear',
    sign: '~',
    why: 'Values beyond the old bound are possible, and may be too large for a receiver.',
  },
  'constraint-changed': {
    effect: 'unclear',
    sign: '~',
    why: 'It is unclear whether every value that is possible now was possible before.',
  },
  'format-changed': {
    effect: 'breaking',
    sign: '~',
    why: 'A receiver that reads the value in its old format fails.',
  },
  'reference-changed': {
    effect: 'unclear',
    sign: '~',
    why: 'A reference without a target does not describe the value.',
  },
  'description-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'Only the text changes.',
    onlyText: true,
  },
  'deprecation-changed': {
    effect: 'compatible',
    sign: '~',
    why: 'The value is still sent. The mark is only advice.',
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
    why: 'Nothing that describes messages changes.',
    onlyText: true,
  },
  'too-large': {
    effect: 'unclear',
    sign: '~',
    why: 'The schemas are too large to compare completely.',
  },
} as const satisfies Readonly<Record<string, SchemaChangeRule>>;

export type SchemaChangeKind = keyof typeof SCHEMA_CHANGE_RULES;
