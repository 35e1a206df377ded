import { Download } from 'lucide-react';
import type { PublicPageExportOut } from '../../../../src-server/contract/public-page';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { announce } from '../../../ui/toast-store';
import { useExport } from '../../data/use-public-page';
import styles from './public-page.module.css';
import { zip } from './zip';

/** Downloads the saved page: a folder in one file. */
export function ExportButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const files = useExport();
  const download = () =>
    whenDone(files.mutateAsync(), (out) => {
      save(toZip(out), 'public-catalog.zip');
      announce(`Downloaded ${out.files.length} files`);
    });
  return (
    <div className={layout.stack1}>
      <p className={styles.row}>
        <Button
          icon={<Download aria-hidden />}
          isDisabled={isDisabled || files.isPending}
          needs="POST /public-page/export"
          onPress={download}
        >
          {files.isPending ? 'Creating the files…' : 'Download as a folder (.zip)'}
        </Button>
      </p>
      <p className={layout.metaWrapping}>
        Contains the saved page as files, with its search. Open them from disk, or host them on any web
        server. From a shell: <code>posthorn publish --out DIR</code>
      </p>
      {files.error && <FailureNotice title="The files could not be created" cause={files.error} />}
    </div>
  );
}

function toZip({ files }: PublicPageExportOut): Blob {
  return zip(
    files.map(({ path, text, base64 }) => ({
      path: `public-catalog/${path}`,
      bytes:
        text !== null
          ? new TextEncoder().encode(text)
          : Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0)),
    })),
  );
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
