import { useState } from 'react';
import { Button } from '../../../../ui/button';
import { ComboBox } from '../../../../ui/combo-box';
import { Sheet } from '../../../../ui/sheet';
import { languageName, suggestedLanguages, tagOf } from './language-names';

interface AddLanguageProps {
  /** Tags of languages that there are. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onAdd: (language: string) => void;
}

/** Chooses a language to translate into. Nothing is stored until its first text is saved. */
export function AddLanguage({ taken, onClose, onAdd }: AddLanguageProps) {
  const [typed, setTyped] = useState('');
  const language = tagOf(typed);
  const isTaken = language !== null && taken.includes(language);
  return (
    <Sheet
      placement="center"
      title="Add a language"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={language === null || isTaken}
            onPress={() => language !== null && onAdd(language)}
          >
            Add language
          </Button>
        </>
      }
    >
      <ComboBox
        label="Language"
        value={typed}
        onChange={setTyped}
        options={suggestedLanguages(taken)}
        placeholder="French, fr"
        autoFocus
        hint={
          language === null
            ? 'Choose one, or enter a language tag such as fr or pt-BR.'
            : languageName(language)
        }
        error={isTaken ? 'This language is in the list already.' : null}
      />
      <p>Customers see it once you save its first text. Missing texts show in English.</p>
    </Sheet>
  );
}
