import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { SETTING_ENTRIES } from './setting-entries';
import styles from './settings-pages.module.css';
import { useChangedSettings, useResetSetting } from './use-changed-settings';

/** The element of a setting that takes the focus; in a choice, the selected option. */
const CONTROLS =
  'input[type=radio]:checked, input:not([type=radio], :disabled), [role=radio][aria-checked=true], button:not(:disabled), select, textarea, a[href]';

/** One item of the settings: the target of the search, with a mark and a reset button if it is not the default. */
export function SettingItem({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [parameters] = useSearchParams();
  const { key: visit } = useLocation();
  const isWanted = parameters.get('item') === id;
  const place = useRef<HTMLDivElement>(null);
  const changed = useChangedSettings().some((entry) => entry.id === id);
  const { reset, isPending, error } = useResetSetting();
  const entry = SETTING_ENTRIES.find((listed) => listed.id === id);
  useEffect(() => {
    if (!isWanted || visit === '') return;
    place.current?.scrollIntoView({ block: 'center' });
    // After the palette has returned the focus to the previous element.
    const frame = requestAnimationFrame(() => {
      place.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, visit]);
  return (
    <div
      ref={place}
      className={classNames(
        layout.stack2,
        layout.positioned,
        styles.item,
        changed && styles.changed,
        isWanted && styles.wanted,
      )}
      data-setting={id}
    >
      {children}
      {changed && entry && (
        <p className={`${layout.line1} ${layout.meta}`}>
          <span>Changed</span>
          <Button
            size="small"
            kind="quiet"
            icon={<RotateCcw aria-hidden />}
            isDisabled={isPending}
            needs={entry.server && `PATCH /settings ${entry.server}`}
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
