import { useState } from 'react';
import type { CrashTestResult } from '../../../../src-server/contract/diagnostics';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { useJob, useService } from '../../data/use-service';
import { JobProgress } from './job-progress';
import { ProofFailures } from './proof-failures';
import styles from './settings-pages.module.css';

const KILLS = ['1', '2', '3', '4', '5'];

/** Kills a scratch server in the middle of its work, and counts which accepted messages never arrived. */
export function CrashTest() {
  const [kills, setKills] = useState('3');
  const service = useService();
  const job = useJob('POST /diagnostics/crash-test');
  const because = service.data?.noCrashTestBecause ?? null;
  const counts = (job.data ?? {}) as { kills?: number; accepted?: number; arrived?: number };
  return (
    <>
      <h3>Test that a crash loses nothing</h3>
      <p className={layout.metaWrapping}>
        Starts a second server on an empty folder, kills it (kill -9) while it accepts and sends messages,
        restarts it, and counts the accepted messages that never arrived. This service keeps running, and its
        data is not touched.
      </p>
      {because !== null ? (
        <Notice tone="info" title="This test cannot run here.">
          {because}
        </Notice>
      ) : (
        <div className={`${layout.wrap} ${layout.gap3} ${styles.fields}`}>
          <Select
            label="Kills"
            value={kills}
            onChange={setKills}
            options={KILLS.map((value) => ({ value, label: value }))}
          />
          <Button
            isDisabled={job.isRunning || !service.data}
            needs="POST /diagnostics/crash-test"
            onPress={() => job.begin({ body: { kills: Number(kills) } })}
          >
            Run crash test
          </Button>
        </div>
      )}
      {job.isRunning && (
        <JobProgress
          label="Testing"
          value={(counts.kills ?? 0) + 0.5}
          of={Number(kills) + 1}
          valueLabel={`${counts.kills ?? 0} kills, ${counts.accepted ?? 0} accepted, ${counts.arrived ?? 0} arrived`}
          onStop={job.stop}
        />
      )}
      {job.result && !job.isRunning && <Receipt result={job.result} />}
      <ProofFailures job={job} />
    </>
  );
}

function Receipt({ result }: { readonly result: CrashTestResult }) {
  const { kills, accepted, lost, repeated, restartsMs } = result;
  return (
    <div className={layout.stack3}>
      <Notice
        tone={lost === 0 ? 'done' : 'error'}
        title={
          lost === 0
            ? `Killed ${kills === 1 ? 'once' : `${kills} times`}, lost 0 of ${accepted} accepted messages.`
            : `${lost} of ${accepted} accepted messages never arrived.`
        }
      >
        {repeated} were sent twice with the same id, because a kill interrupted them. A restart took at most{' '}
        {Math.max(0, ...restartsMs)} ms.
      </Notice>
      <dl className={`${layout.wrap} ${layout.numbers} ${styles.numbers}`}>
        <div>
          <dt>Lost</dt>
          <dd>{lost}</dd>
        </div>
        <div>
          <dt>Accepted</dt>
          <dd>{accepted}</dd>
        </div>
        <div>
          <dt>Kills</dt>
          <dd>{kills}</dd>
        </div>
        <div>
          <dt>Sent twice</dt>
          <dd>{repeated}</dd>
        </div>
      </dl>
    </div>
  );
}
