import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import type { ReportedProblem, SchemaReportOut } from '../../../../../src-server/contract/schema-report';
import { ProblemList } from '../../../../shared/schema-view/problem-list';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { Time } from '../../../../ui/time';
import { useSchemaReport } from '../../../data/use-payload-fit';
import { OnlyThere } from '../../../parts/only-there';
import { useInstance, useTo } from '../../../platform/instance';
import styles from './event-type-detail.module.css';

/** What is really sent, compared with the schema: how many of the newest payloads do not match, and where. */
export function SchemaReport({ type }: { readonly type: EventTypeOut }) {
  const { isCopy } = useInstance();
  const report = useSchemaReport(type.name, type.updatedAt);
  const again = () => void report.refetch();
  if (report.error && isCopy) return <OnlyThere what="Sent payloads" cause={report.error} />;
  if (report.error) {
    return <FailureNotice title="Sent payloads could not be checked" cause={report.error} onRetry={again} />;
  }
  if (!report.data) {
    return report.isPending ? (
      <p className={`${layout.rowAligned} ${layout.target} ${styles.sent}`} role="status">
        Checking sent payloads…
      </p>
    ) : null;
  }
  const recheck = (
    <Button kind="quiet" size="small" isDisabled={report.isFetching} onPress={again}>
      {report.isFetching ? 'Checking…' : 'Check again'}
    </Button>
  );
  if (report.data.violating > 0) return <Violations report={report.data} recheck={recheck} />;
  const label = quietLabel(report.data);
  return label === null ? null : (
    <p className={`${layout.rowAligned} ${layout.target} ${styles.sent}`}>
      {report.data.checked > 0 && <CircleCheck className={styles.fits} aria-hidden />}
      {label}
      {recheck}
    </p>
  );
}

function Violations({ report, recheck }: { report: SchemaReportOut; recheck: ReactNode }) {
  const { violating, checked, problems, otherProblems, unchecked } = report;
  return (
    <Notice
      tone="warning"
      title={`${count(violating)} of the last ${count(checked)} payloads violate the schema`}
      actions={recheck}
    >
      <ProblemList problems={problems} more={(problem) => <Evidence problem={problem} />} />
      {otherProblems > 0 && (
        <p>
          {count(otherProblems)} more {otherProblems === 1 ? 'violation' : 'violations'} of other kinds.
        </p>
      )}
      <p className={`${layout.below1} ${layout.muted}`}>
        They were delivered anyway.
        {unchecked > 0 && ` ${count(unchecked)} more could not be checked.`}
      </p>
    </Notice>
  );
}

function Evidence({ problem }: { problem: ReportedProblem }) {
  const to = useTo();
  const query = new URLSearchParams({ app: problem.appId, q: problem.messageId });
  return (
    <span className={`${layout.muted} ${styles.evidence}`}>
      {' '}
      ({count(problem.count)}), last <Time at={problem.at} />{' '}
      <Link
        to={`${to('deliveries')}?${query}`}
        aria-label={`Show the message: ${problem.pointer} ${problem.message}`}
      >
        show the message
      </Link>
    </span>
  );
}

/** The text if nothing is wrong; null if there is nothing to say. */
function quietLabel({ checked, unchecked, reason }: SchemaReportOut): string | null {
  if (reason !== null) return reason;
  if (checked === 0) return unchecked > 0 ? 'The last payloads could not be checked.' : null;
  const last = checked === 1 ? 'The last payload matches' : `The last ${count(checked)} payloads match`;
  return unchecked > 0
    ? `${last} the schema; ${count(unchecked)} more could not be checked.`
    : `${last} the schema.`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
