import { useQuery } from '@tanstack/react-query';
import { desktop } from '../../../api/desktop';
import layout from '../../../ui/layout.module.css';
import { SearchField } from '../../../ui/search-field';
import { Skeleton } from '../../../ui/skeleton';
import { useService } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { useAddressValue } from '../../platform/use-address-value';
import styles from './about-settings.module.css';
import { SettingItem } from './setting-item';

/** A package that is in this program, as the build wrote it down. */
interface Licence {
  readonly name: string;
  readonly version: string;
  /** The name of its licence, as its maker wrote it. */
  readonly licence: string;
  /** The text that must go with it; null: its maker gives none. */
  readonly text: string | null;
}

/** What this is, who made the parts of it, and under which licences. */
export function AboutSettings() {
  const service = useService();
  const versions = useQuery({
    queryKey: ['desktop-versions'],
    queryFn: () => desktop()?.getVersions() ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={settings.section} aria-labelledby="about-settings">
      <header>
        <h2 id="about-settings">About</h2>
        <p className={settings.lead}>
          Posthorn, a webhook service that lives on a workstation. Free under the MIT licence.
        </p>
      </header>
      <SettingItem id="versions">
        <p>
          Server {service.data?.version ?? '…'}
          {versions.data &&
            `, desktop program ${versions.data.app} with Electron ${versions.data.electron} and Chromium ${versions.data.chrome}`}
          .{' '}
          <a href="/docs" target="_blank" rel="noopener noreferrer">
            Documentation of the API
          </a>
        </p>
      </SettingItem>
      <SettingItem id="licences">
        <Licences />
      </SettingItem>
    </section>
  );
}

function Licences() {
  const [find, setFind] = useAddressValue('package');
  const licences = useQuery({
    queryKey: ['licences'],
    queryFn: async ({ signal }): Promise<readonly Licence[]> => {
      const answer = await fetch('/assets/licences.json', { signal });
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const wanted = find.trim().toLowerCase();
  const shown = (licences.data ?? []).filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <h3>Licences of packages</h3>
      {licences.isPending && <Skeleton what="the licences" />}
      {licences.error && (
        <p className={settings.sub}>The list is written by the build, and is not here without one.</p>
      )}
      {licences.data && (
        <>
          <p className={settings.sub}>
            {licences.data.length} packages of others are in this program: the server runs on some, others are
            inside its pages. The desktop program brings Electron and Chromium besides, with their own.
          </p>
          <SearchField label="Search packages" value={find} onChange={setFind} />
          <p className="visually-hidden" role="status">
            {shown.length} shown
          </p>
          <ul className={layout.ruled} aria-label="Packages">
            {shown.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <details className={styles.package}>
                  <summary>
                    <code>
                      {name} {version}
                    </code>
                    <span className={settings.sub}>{licence}</span>
                  </summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
                  <section className={styles.text} tabIndex={0} aria-label={`Licence of ${name}`}>
                    {text ?? 'Its maker gives no text with it.'}
                  </section>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
