import { Link } from 'react-router';
import type { OpenapiImportOut } from '../../../src-server/contract/openapi-import';
import { LinkButton } from '../../ui/link-button';
import { NameLockup } from '../../ui/name-lockup';
import { Notice } from '../../ui/notice';
import { useTo } from '../frame/instance';
import styles from './import-receipt.module.css';

/** What an import did, to keep or to check. */
export function ImportReceipt({ receipt }: { readonly receipt: OpenapiImportOut['data'] }) {
  const to = useTo();
  const { modified, problems } = receipt;
  const skipped = problems.filter(({ severity }) => severity === 'skipped');
  return (
    <div className={styles.receipt}>
      <Notice
        tone="done"
        title={
          modified.length === 0
            ? 'Nothing had to change'
            : `${modified.length} event ${modified.length === 1 ? 'type' : 'types'} changed`
        }
        actions={
          <LinkButton size="small" to={to('catalog')}>
            Open the catalog
          </LinkButton>
        }
      >
        {skipped.length > 0 && `${skipped.length} entries were left out.`}
      </Notice>
      <ul className={styles.names}>
        {modified.map((name) => (
          <li key={name}>
            <Link to={to('catalog', name)}>
              <NameLockup name={name} />
            </Link>
          </li>
        ))}
      </ul>
      {skipped.map((problem) => (
        <p key={`${problem.pointer} ${problem.message}`} className={styles.skipped}>
          <code>{problem.pointer}</code> {problem.message}
        </p>
      ))}
    </div>
  );
}
