import { Upload } from 'lucide-react';
import { useState } from 'react';
import { DropZone, type FileDropItem, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { IMPORT_BODY_MAX_BYTES } from '../../../src-server/contract/openapi-import';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import styles from './import-screen.module.css';

export interface ChosenDocument {
  /** The file's name, or where the text came from. */
  readonly name: string;
  readonly text: string;
}

/** Takes a document: dropped, chosen, or pasted. */
export function ChooseDocument({ onChoose }: { readonly onChoose: (document: ChosenDocument) => void }) {
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const take = async (file: Pick<File, 'name' | 'size' | 'text'> | undefined) => {
    if (!file) return;
    if (file.size > IMPORT_BODY_MAX_BYTES) {
      setFault(
        `${file.name} has ${Math.ceil(file.size / 1e6)} MB. At most ${Math.floor(IMPORT_BODY_MAX_BYTES / 1e6)} MB can be imported.`,
      );
      return;
    }
    onChoose({ name: file.name, text: await file.text() });
  };
  const drop = async (items: readonly unknown[]) => {
    const item = items.find((candidate): candidate is FileDropItem =>
      isFileDropItem(candidate as FileDropItem),
    );
    await take(await item?.getFile());
  };
  return (
    <div className={styles.choose}>
      <DropZone
        className={classNames(styles.drop)}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => void drop(items)}
      >
        <Upload aria-hidden />
        <Text slot="label">Drop an OpenAPI document here, JSON or YAML</Text>
        <FileTrigger
          acceptedFileTypes={['.json', '.yaml', '.yml', 'application/json']}
          onSelect={(files) => void take(files?.[0])}
        >
          <Button kind="primary">Choose a file</Button>
        </FileTrigger>
      </DropZone>
      {fault && <Notice tone="error" title={fault} />}
      <div className={styles.paste}>
        <TextField
          label="Or paste it"
          mono
          lines={7}
          value={pasted}
          onChange={setPasted}
          placeholder={'{ "openapi": "3.1.0", "webhooks": { ... } }'}
        />
        <div>
          <Button
            isDisabled={pasted.trim() === ''}
            onPress={() => onChoose({ name: 'pasted document', text: pasted })}
          >
            Read pasted document
          </Button>
        </div>
      </div>
      <p className={styles.rule}>
        Each entry of <code>webhooks</code>, or <code>x-webhooks</code> in OpenAPI 3.0, becomes an event type.
        Its name is <code>x-event-type</code> where that is given, else the key of the entry. References are
        followed inside the document only; nothing is fetched.
      </p>
    </div>
  );
}
