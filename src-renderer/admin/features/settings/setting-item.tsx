import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import { SETTING_ENTRIES } from './setting-entries';
import styles from './setting-item.module.css';
import { useChangedSettings, useResetSetting } from './use-changed-settings';

/** What of a setting takes the focus; of a choice the part that is chosen. */
const CONTROLS =
  'input[type=radio]:checked, input:not([type=radio], :disabled), [role=radio][aria-checked=true], button:not(:disabled), select, textarea, a[href]';

/** One thing of the settings: what the search leads to, with a mark and the way back when it is not the default. */
export function SettingItem({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [parameters] = useSearchParams();
  const { key: visit } = useLocation();
  const isWanted = parameters.get('item') === id;
  const place = useRef<HTMLDivElement>(null);
  const changed = useChangedSettings().some((one) => one.id === id);
  const { reset, isPending, error } = useResetSetting();
  const entry = SETTING_ENTRIES.find((one) => one.id === id);
  useEffect(() => {
    if (!isWanted || visit === '') return;
    place.current?.scrollIntoView({ block: 'center' });
    // After the palette has given the focus back to what had it before.
    const frame = requestAnimationFrame(() => {
      place.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, visit]);
  return (
    <div
      ref={place}
      className={classNames(styles.item, changed && styles.changed, isWanted && styles.wanted)}
      data-setting={id}
    >
      {children}
      {changed && entry && (
        <p className={styles.foot}>
          <span>Changed</span>
          <Button
            size="small"
            kind="quiet"
            icon={<RotateCcw aria-hidden />}
            isDisabled={isPending}
            aria-label={`Reset: ${entry.label}`}
            onPress={() => reset(entry)}
          >
            Reset
          </Button>
        </p>
      )}
      {error && <FailureNotice title="The setting was not reset" cause={error} />}
    </div>
  );
}
