import { Moon, PanelLeft, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { BarSelect } from './bar-select';
import { DateChoice } from './date-choice';
import { MODES, type PreviewAddress } from './preview-address';
import styles from './preview-bar.module.css';
import { WidthChoice } from './width-choice';

const MODE_LABELS = { frames: 'Frames', matrix: 'Matrix', changes: 'Changes' } as const;
const THEMES = [
  { value: 'light', label: <Sun aria-hidden />, name: 'Light' },
  { value: 'dark', label: <Moon aria-hidden />, name: 'Dark' },
  { value: 'both', label: <SunMoon aria-hidden />, name: 'Light and dark' },
] as const;
const PAGES = [
  { value: '/catalog', label: 'Event catalog' },
  { value: '/endpoints', label: 'Endpoints' },
  { value: '/endpoints/new', label: 'Endpoint form' },
  { value: '/messages', label: 'Messages' },
] as const;

interface PreviewBarProps {
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly applications: readonly ApplicationOut[];
  readonly appId: string;
  /** False: this instance has its portals elsewhere, so frame options do not apply. */
  readonly hasFrames: boolean;
  /** False: it shows a working copy, of which only the present is known. */
  readonly hasDates: boolean;
  /** What ends the bar: the menu for everything else. */
  readonly children?: ReactNode;
}

/** The controls of the preview: at most eight, in one strip. */
export function PreviewBar(props: PreviewBarProps) {
  const { address, onChange, applications, appId, hasFrames, hasDates, children } = props;
  const { mode, theme, widthPx, page, drawer } = address;
  const known = PAGES.some(({ value }) => value === page);
  const pages = known ? PAGES : [...PAGES, { value: page, label: page.replace(/^\/catalog\//, '') }];
  return (
    <div
      className={`${layout.rowCentered} ${layout.underlined} ${styles.bar}`}
      role="toolbar"
      aria-label="Preview"
      data-pane=""
    >
      <ToggleButton
        className={classNames(layout.inlineLineClose, layout.framed, styles.toggle)}
        isSelected={drawer}
        onChange={(on) => onChange({ drawer: on ? '' : 'off' })}
        aria-label="Flag sets"
      >
        <PanelLeft aria-hidden />
      </ToggleButton>
      <Segmented
        label="Mode"
        value={mode}
        onChange={(next) => onChange({ mode: next === 'frames' ? '' : next })}
        options={MODES.map((value) => ({ value, label: MODE_LABELS[value] }))}
      />
      {applications.length > 0 && mode !== 'matrix' && (
        <BarSelect
          label="As"
          value={appId}
          options={applications.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(app) => onChange({ app, page: '' })}
        />
      )}
      {hasDates && <DateChoice at={address.at} onChange={onChange} />}
      {mode === 'frames' && hasFrames && (
        <>
          <BarSelect
            label="Page"
            value={page}
            options={pages}
            onChange={(next) => onChange({ page: next === '/catalog' ? '' : next })}
          />
          <WidthChoice widthPx={widthPx} zoom={address.zoom} onChange={onChange} />
          <Segmented
            label="Theme of the frames"
            value={theme}
            onChange={(next) => onChange({ theme: next === 'light' ? '' : next })}
            options={THEMES}
          />
        </>
      )}
      <span className={`${layout.space} ${styles.space}`} />
      {children}
    </div>
  );
}
