import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { DropZone, type FileDropItem, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import styles from './file-chooser.module.css';

interface FileChooserProps {
  /** "Drop a CSV file here". */
  readonly label: string;
  /** Such as `.csv`. */
  readonly types: readonly string[];
  /** Larger files are not read, in bytes. */
  readonly maxBytes: number;
  readonly onText: (text: string, name: string) => void;
}

/** A place for a file, dropped or chosen. */
export function FileChooser({ label, types, maxBytes, onText }: FileChooserProps) {
  const [fault, setFault] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) {
      setFault(
        `${file.name} is too large: ${Math.ceil(file.size / 1e6)} MB. The limit is ${Math.floor(maxBytes / 1e6)} MB.`,
      );
      return;
    }
    setFault(null);
    try {
      onText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()), file.name);
    } catch {
      setFault(`${file.name} is not UTF-8 text. Save it as UTF-8, then choose it again.`);
    }
  };
  const drop = async (items: readonly unknown[]) => {
    const item = items.find((candidate): candidate is FileDropItem =>
      isFileDropItem(candidate as FileDropItem),
    );
    await take(await item?.getFile());
  };
  return (
    <>
      <DropZone
        className={classNames(layout.stack3, layout.centered, styles.drop)}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => void drop(items)}
      >
        <FileUp aria-hidden />
        <Text slot="label">{label}</Text>
        <FileTrigger acceptedFileTypes={types} onSelect={(files) => void take(files?.[0])}>
          <Button>Choose a file</Button>
        </FileTrigger>
      </DropZone>
      {fault && <Notice tone="error" title={fault} />}
    </>
  );
}
