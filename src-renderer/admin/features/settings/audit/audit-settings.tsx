import { AUDIT_ACTIONS, type AuditLineOut } from '../../../../../src-server/contract/audit';
import { Button } from '../../../../ui/button';
import { FilterChip } from '../../../../ui/filter-chip';
import layout from '../../../../ui/layout.module.css';
import { Time } from '../../../../ui/time';
import { Unread } from '../../../../ui/unread';
import { useAudit } from '../../../data/audit/use-audit';
import { useApplications } from '../../../data/use-applications';
import { actionLabel, changeText } from '../../../parts/audit/audit-words';
import styles from '../../../parts/settings.module.css';
import { useAddressValue } from '../../../platform/use-address-value';
import { SettingItem } from '../setting-item';
import { StartSettings } from '../start-settings';

const DAY_MS = 24 * 3_600_000;
const SPANS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];
const PAGE_ROWS = 50;

/** Who changed what here, and when. */
export function AuditSettings() {
  const [application, setApplication] = useAddressValue('application');
  const [chosen, setChosen] = useAddressValue('action');
  const [days, setDays] = useAddressValue('days');
  const action = AUDIT_ACTIONS.find((known) => known === chosen);
  const applications = useApplications().data ?? [];
  const names = new Map(applications.map(({ id, name }) => [id, name]));
  const audit = useAudit(
    {
      ...(application !== '' && { application }),
      ...(action && { action }),
      ...(Number(days) > 0 && { withinMs: Number(days) * DAY_MS }),
    },
    PAGE_ROWS,
  );
  return (
    <section className={styles.section} aria-labelledby="audit-settings">
      <header>
        <h2 id="audit-settings">Audit</h2>
        <p className={layout.lead}>
          Who changed what, from where: people, programs, and customers in the portal. Secrets are never in
          it, and values of headers are masked.
        </p>
      </header>
      <SettingItem id="audit">
        <div className={layout.row}>
          <FilterChip
            label="Application"
            value={application}
            onChange={setApplication}
            options={applications.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterChip
            label="Action"
            value={action ?? ''}
            onChange={setChosen}
            options={AUDIT_ACTIONS.map((value) => ({ value, label: actionLabel(value) }))}
          />
          <FilterChip label="Time" value={days} onChange={setDays} options={SPANS} />
        </div>
        {!audit.rows && <Unread what="the audit" rows={6} query={audit} />}
        {audit.rows?.length === 0 && <p className={layout.metaWrapping}>No changes.</p>}
        <ol className={styles.rows} aria-label="Changes, newest first">
          {audit.rows?.map((line) => (
            <Row key={line.id} line={line} application={names.get(line.application ?? '')} />
          ))}
        </ol>
        {audit.hasNextPage && (
          <div>
            <Button
              size="small"
              isDisabled={audit.isFetchingNextPage}
              onPress={() => void audit.fetchNextPage()}
            >
              Show earlier changes
            </Button>
          </div>
        )}
      </SettingItem>
      <StartSettings title="Kept for" names={['audit-days']} />
    </section>
  );
}

interface RowProps {
  readonly line: AuditLineOut;
  readonly application: string | undefined;
}

function Row({ line, application }: RowProps) {
  const { at, actor, from, action, target } = line;
  const what = changeText(line);
  return (
    <li>
      <span className={styles.grow}>
        <span className={styles.name}>
          {actionLabel(action)} {application && <span className={layout.meta}>{application}</span>}
        </span>
        {what !== '' && <span className={`${layout.wrapping} ${layout.breakable}`}>{what}</span>}
        <span className={layout.metaWrapping}>
          {actor.kind === 'portal' ? `Customer (${actor.name})` : actor.name} from {from}, <Time at={at} />,{' '}
          <code className={layout.breakable}>{target}</code>
        </span>
      </span>
    </li>
  );
}
