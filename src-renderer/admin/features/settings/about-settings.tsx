import { useQuery } from '@tanstack/react-query';
import { desktop } from '../../../api/desktop';
import layout from '../../../ui/layout.module.css';
import { SearchField } from '../../../ui/search-field';
import { Skeleton } from '../../../ui/skeleton';
import { useService } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { useAddressValue } from '../../platform/use-address-value';
import { SettingItem } from './setting-item';
import styles from './settings-pages.module.css';

/** A package included in this program, as recorded by the build. */
interface Licence {
  readonly name: string;
  readonly version: string;
  /** The name of its licence, as given by its author. */
  readonly licence: string;
  /** The text that must accompany it; null: its author provides none. */
  readonly text: string | null;
}

/** What this program is, who made its parts, and under which licences. */
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
        <p className={layout.lead}>
          Posthorn, a webhook service that lives on a workstation. Free under the MIT license.
        </p>
      </header>
      <SettingItem id="versions">
        <p>
          Server {service.data?.version ?? '…'}
          {versions.data &&
            `, desktop program ${versions.data.app} with Electron ${versions.data.electron} and Chromium ${versions.data.chrome}`}
          .{' '}
          <a href="/docs" target="_blank" rel="noopener noreferrer">
            API documentation
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
      const response = await fetch('/assets/licences.json', { signal });
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
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
      <h3>Package licenses</h3>
      {licences.isPending && <Skeleton what="the licenses" />}
      {licences.error && <p className={layout.metaWrapping}>Run the build to create this list.</p>}
      {licences.data && (
        <>
          <p className={layout.metaWrapping}>
            {licences.data.length} third-party packages are part of this program, in the server or in its
            pages. The desktop program also contains Electron and Chromium, with their own licenses.
          </p>
          <SearchField label="Search packages" value={find} onChange={setFind} />
          <p className="visually-hidden" role="status">
            {shown.length} shown
          </p>
          <ul className={layout.ruled} aria-label="Packages">
            {shown.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <details className={`${layout.underlined} ${styles.package}`}>
                  <summary>
                    <code>
                      {name} {version}
                    </code>
                    <span className={layout.metaWrapping}>{licence}</span>
                  </summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
                  <section className={styles.text} tabIndex={0} aria-label={`License of ${name}`}>
                    {text ?? 'The package contains no license text.'}
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
