import { Download, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { whenDone } from '../../../../api/when-done';
import { saveFile } from '../../../../shared/save-file';
import { Button } from '../../../../ui/button';
import { DeleteByName } from '../../../../ui/delete-by-name';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { toast } from '../../../../ui/toast-store';
import { useRemoveLanguage } from '../../../data/portal-texts/use-portal-texts';
import { languageName } from './language-names';
import { type ListedText, readTextFile, textFile } from './text-list';
import type { TextDraft } from './use-text-draft';

interface LanguageActsProps {
  readonly language: string;
  readonly texts: readonly ListedText[];
  readonly draft: TextDraft;
  readonly isStored: boolean;
  readonly isShipped: boolean;
  /** Called after it was removed. */
  readonly onRemoved: () => void;
}

/** Larger files are not read, in bytes. */
const FILE_MAX_BYTES = 1_000_000;

interface Report {
  readonly tone: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly text?: string;
}

/** What is done with all texts of a language: as a file, and removing it. */
export function LanguageActs({ language, texts, draft, isStored, isShipped, onRemoved }: LanguageActsProps) {
  const [report, setReport] = useState<Report | null>(null);
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveLanguage();
  const name = languageName(language);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setReport(await importFile(file, texts, draft));
  };
  return (
    <>
      <div className={layout.rowCentered}>
        <FileTrigger acceptedFileTypes={['.json']} onSelect={(files) => void read(files?.[0])}>
          <Button icon={<Upload aria-hidden />} needs="PUT /portal/texts/{language}">
            Import file
          </Button>
        </FileTrigger>
        <Button
          icon={<Download aria-hidden />}
          onPress={() =>
            saveFile(textFile(texts, draft.mine), `portal-texts-${language}.json`, 'application/json')
          }
        >
          Export file
        </Button>
        {isStored && (
          <Button
            kind="quiet"
            icon={<Trash2 aria-hidden />}
            needs="DELETE /portal/texts/{language}"
            onPress={() => setRemoving(true)}
          >
            {isShipped ? 'Delete all changes' : `Delete ${name}`}
          </Button>
        )}
      </div>
      {report && (
        <Notice tone={report.tone} title={report.title}>
          {report.text}
        </Notice>
      )}
      {removing && (
        <DeleteByName
          what={isShipped ? 'changes' : 'language'}
          name={name}
          consequence={
            isShipped
              ? `The portal shows the shipped ${name} texts again.`
              : `Customers who read ${name} see the portal in another of their languages, or in English.`
          }
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setRemoving(false)}
          onDelete={() =>
            whenDone(remove.mutateAsync(language), () => {
              setRemoving(false);
              draft.discard();
              toast(isShipped ? `Deleted all changes in ${name}` : `Deleted ${name}`);
              onRemoved();
            })
          }
        />
      )}
    </>
  );
}

/** Takes the texts of a file into the draft, and says what became of it. */
async function importFile(file: File, texts: readonly ListedText[], draft: TextDraft): Promise<Report> {
  if (file.size > FILE_MAX_BYTES)
    return { tone: 'error', title: `${file.name} is too large. The limit is 1 MB.` };
  const read = readTextFile(await file.text(), texts);
  if (typeof read === 'string') return { tone: 'error', title: `${file.name} was not imported`, text: read };
  draft.set(read.texts);
  const count = Object.keys(read.texts).length;
  const title = `Read ${count} ${count === 1 ? 'text' : 'texts'} from ${file.name}. Nothing is saved yet.`;
  const { unknown } = read;
  if (unknown.length === 0) return { tone: 'info', title };
  const some = unknown.slice(0, 5).join(', ');
  return {
    tone: 'warning',
    title,
    text: `Skipped ${unknown.length} unknown ${unknown.length === 1 ? 'path' : 'paths'}: ${some}${unknown.length > 5 ? ' …' : ''}`,
  };
}
