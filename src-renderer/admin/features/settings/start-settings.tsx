import type { StartSettingOut } from '../../../../src-server/contract/service';
import { CopyButton } from '../../../ui/copy-button';
import layout from '../../../ui/layout.module.css';
import { useService } from '../../data/use-service';
import styles from './settings-pages.module.css';

const SOURCES: Record<StartSettingOut['source'], string> = {
  flag: 'set by flag',
  environment: 'set by variable',
  default: 'default',
};

interface StartSettingsProps {
  readonly title: string;
  /** Which ones; absent: all. */
  readonly names?: readonly string[];
}

/** Settings that are fixed at the start of a server: their value, where it comes from, and how to change it. */
export function StartSettings({ title, names }: StartSettingsProps) {
  const service = useService();
  const all = service.data?.startSettings ?? [];
  const shown = names ? all.filter(({ name }) => names.includes(name)) : all;
  if (shown.length === 0) return null;
  return (
    <section className={layout.stack2} aria-label={title}>
      <h3>{title}</h3>
      <p className={layout.meta}>
        To change a setting, start the server with its flag or environment variable. The flag takes
        precedence.
      </p>
      <dl className={layout.ruled}>
        {shown.map(({ name, flag, variable, value, source, description }) => (
          <div key={name} className={styles.row}>
            <dt>
              <span>{description}</span>
              <span className={`${layout.rowAligned} ${layout.metaWrapping} ${styles.how}`}>
                {flag && (
                  <>
                    <code>{flag}</code> <CopyButton text={flag} what={`flag ${name}`} />
                  </>
                )}
                <code>{variable}</code>
              </span>
            </dt>
            <dd>
              <strong>{value}</strong>
              <span className={layout.meta}>{SOURCES[source]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
