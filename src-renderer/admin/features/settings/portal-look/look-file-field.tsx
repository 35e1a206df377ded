import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { LIMITS } from '../../../../../src-server/contract/limits';
import { LOOK_FILE_TYPES, type LookFileKind } from '../../../../../src-server/contract/look-file';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { useLookAddressProblem, useLookFiles, usePutLookFile } from '../../../data/use-look-files';

interface LookFileFieldProps {
  readonly kind: LookFileKind;
  /** The saved address, which applies while there is no file. Null: none. */
  readonly address: string | null;
}

const MAX_BYTES = { logo: LIMITS.logoFile.max, font: LIMITS.fontFile.max } as const;
const WORDS = {
  logo: { noun: 'logo', kinds: 'PNG, SVG, JPEG or WebP' },
  font: { noun: 'font', kinds: 'WOFF2' },
} as const;

/** A logo or font as a file of this instance: upload, replace, remove; otherwise, whether its address works. */
export function LookFileField({ kind, address }: LookFileFieldProps) {
  const files = useLookFiles();
  const put = usePutLookFile(kind);
  const [fault, setFault] = useState<string | null>(null);
  const file = files.data?.[`${kind}File`] ?? null;
  const problem = useLookAddressProblem(kind, files.data && file === null ? address : null);
  const { noun, kinds } = WORDS[kind];
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > MAX_BYTES[kind];
    setFault(isTooLarge ? `${chosen.name} has more than ${MAX_BYTES[kind] / 1024} KiB.` : null);
    if (!isTooLarge) put.mutate(chosen);
  };
  return (
    <div className={layout.stack1}>
      <div className={layout.rowCentered}>
        <FileTrigger
          acceptedFileTypes={[...LOOK_FILE_TYPES[kind]]}
          onSelect={(list) => take(list?.[0] ?? undefined)}
        >
          <Button size="small" isDisabled={put.isPending} needs="PUT /portal/look/{kind}">
            {file === null ? `Upload a ${noun} file` : `Replace the ${noun} file`}
          </Button>
        </FileTrigger>
        {file !== null && (
          <Button
            size="small"
            kind="quiet"
            isDisabled={put.isPending}
            needs="DELETE /portal/look/{kind}"
            onPress={() => put.mutate(null)}
          >
            Remove the {noun} file
          </Button>
        )}
      </div>
      <p className={layout.metaWrapping} role="status">
        {files.data &&
          (file === null
            ? `${kinds}, at most ${MAX_BYTES[kind] / 1024} KiB. A file is used instead of the URL, and saved at once.`
            : `This file is used instead of the URL: ${file.slice(file.lastIndexOf('/') + 1)}`)}
      </p>
      {fault !== null && <Notice tone="error" title={fault} />}
      {put.error && <FailureNotice title={`The ${noun} file was not changed`} cause={put.error} />}
      {problem !== null && (
        <Notice tone="warning" title={`Customers may not see the ${noun}`}>
          {problem}
        </Notice>
      )}
    </div>
  );
}
