import layout from '../../../../ui/layout.module.css';
import { TextField } from '../../../../ui/text-field';
import type { LookSettings } from './look-names';
import styles from './portal-look.module.css';

type ChannelTexts = LookSettings['customStringsOverride'];

const FIELDS = [
  ['channelsOne', 'Singular', 'Channel'],
  ['channelsMany', 'Plural', 'Channels'],
  ['channelsHelp', 'Description', 'Only messages on these channels are sent here.'],
] as const;

/** Names for channels in the portal. */
export function ChannelFields({
  value,
  onChange,
}: {
  readonly value: ChannelTexts;
  readonly onChange: (value: ChannelTexts) => void;
}) {
  const set = (name: (typeof FIELDS)[number][0], text: string) => {
    const { [name]: _before, ...others } = value ?? {};
    const next = text === '' ? others : { ...others, [name]: text };
    onChange(Object.values(next).some(Boolean) ? next : null);
  };
  return (
    <fieldset className={`${layout.shrinkingStack3} ${layout.flush} ${styles.group}`}>
      <legend>Names for channels</legend>
      {FIELDS.map(([name, label, example]) => (
        <TextField
          key={name}
          label={label}
          value={value?.[name] ?? ''}
          onChange={(text) => set(name, text)}
          placeholder={example}
          maxLength={256}
        />
      ))}
    </fieldset>
  );
}
