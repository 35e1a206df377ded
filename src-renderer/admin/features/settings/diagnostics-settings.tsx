import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { FindingOut } from '../../../../src-server/contract/diagnostics';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useSelfCheck } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { CrashTest } from './crash-test';
import styles from './diagnostics-settings.module.css';
import { PacingTest } from './pacing-test';
import { SettingItem } from './setting-item';

/** The health of the current server, and experiments that prove its guarantees. */
export function DiagnosticsSettings() {
  return (
    <section className={settings.section} aria-labelledby="diagnostics-settings">
      <header>
        <h2 id="diagnostics-settings">Diagnostics</h2>
        <p className={layout.lead}>
          Checks the health and guarantees of this instance. Nothing leaves its computer.
        </p>
      </header>
      <SettingItem id="self-check">
        <SelfCheck />
      </SettingItem>
      <SettingItem id="pacing-test">
        <PacingTest />
      </SettingItem>
      <SettingItem id="crash-test">
        <CrashTest />
      </SettingItem>
    </section>
  );
}

function SelfCheck() {
  const check = useSelfCheck();
  const findings = check.data?.findings ?? [];
  return (
    <>
      <div className={classNames(layout.rowCenteredFlat, styles.head)}>
        <h3>Self-check</h3>
        {check.data && (
          <span className={layout.metaWrapping} role="status">
            {inTotal(findings)}, checked <Time at={check.data.at} />
          </span>
        )}
        <Button
          size="small"
          isDisabled={check.isFetching}
          needs="POST /diagnostics/self-check"
          onPress={() => void check.refetch()}
        >
          {check.isFetching ? 'Checking' : 'Check again'}
        </Button>
      </div>
      <Unread what="the self-check" title="The self-check failed" rows={7} query={check} />
      <ul className={settings.rows} aria-label="Findings">
        {findings.map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
      </ul>
    </>
  );
}

const GLYPHS = { ok: CircleCheck, warn: TriangleAlert, fail: CircleX } as const;
const LABELS = { ok: 'OK', warn: 'Warning', fail: 'Failed' } as const;

function Finding({ finding: { title, state, message, advice } }: { readonly finding: FindingOut }) {
  const Glyph = GLYPHS[state];
  return (
    <li className={styles.finding}>
      <Glyph className={classNames(styles.glyph, styles[state])} aria-hidden />
      <span className={`${layout.column} ${layout.label} ${styles.title}`}>
        {title}
        <span className={classNames(styles.state, styles[state])}>{LABELS[state]}</span>
      </span>
      <span className={`${layout.column} ${layout.wrapping} ${styles.text}`}>
        {message}
        {advice && <span className={layout.muted}>{advice}</span>}
      </span>
    </li>
  );
}

function inTotal(findings: readonly FindingOut[]): string {
  const bad = findings.filter(({ state }) => state === 'fail').length;
  const odd = findings.filter(({ state }) => state === 'warn').length;
  if (bad + odd === 0) return 'All OK';
  return [bad > 0 ? `${bad} failed` : '', odd > 0 ? `${odd} ${odd === 1 ? 'warning' : 'warnings'}` : '']
    .filter(Boolean)
    .join(', ');
}
