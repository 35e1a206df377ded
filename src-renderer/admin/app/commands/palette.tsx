import {
  Activity,
  ArrowRightLeft,
  BookOpen,
  Boxes,
  CornerDownLeft,
  Mail,
  Search,
  Settings,
  Zap,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { useApplicationRows } from '../../features/applications/use-application-rows';
import { useTypeRows } from '../../features/catalog/use-type-rows';
import { useDeliveryRows } from '../../features/deliveries/use-delivery-rows';
import { settingRows } from '../../features/settings/palette-rows';
import { runCommand, useCommandStore } from '../../platform/commands/command-store';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import type { PaletteKind, PaletteRow } from '../../platform/commands/palette-row';
import { focusScreen } from '../../platform/commands/panes';
import { useNameInView } from '../../platform/commands/thing-in-view';
import { useInstance, useTo } from '../../platform/instance';
import { commandRows } from './command-rows';
import styles from './palette.module.css';
import { readRecents, remember } from './recents';
import { type PaletteSection, readQuery, restingSections, searchRows } from './search-rows';

const ICONS: Record<PaletteKind, typeof Zap> = {
  command: Zap,
  page: Settings,
  type: BookOpen,
  application: Boxes,
  endpoint: Activity,
  message: Mail,
  attempt: ArrowRightLeft,
};

interface PaletteProps {
  /** Initial text of the field, such as `@`. */
  readonly start: string;
  readonly onClose: () => void;
}

/** One field to go anywhere, find anything and run any command. */
export function Palette({ start, onClose }: PaletteProps) {
  const { id } = useInstance();
  const to = useTo();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(start);
  const query = readQuery(typed, location.origin);
  const thing = useNameInView();
  const rows = usePaletteRows(query);
  const [recents] = useState(() => readRecents(id));
  const sections = useMemo(
    () => (query.trim() === '' ? restingSections(rows, recents, thing) : searchRows(query, rows)),
    [query, rows, recents, thing],
  );
  const act = (key: string) => {
    const row = rows.find((candidate) => candidate.key === key);
    if (!row) return;
    remember(id, row.key);
    onClose();
    // What the command opens takes the focus after the palette has returned it.
    setTimeout(() => {
      if (row.command) runCommand(row.command);
      else if (row.setting !== null && row.to) {
        // The setting takes the focus itself as soon as it is there.
        void navigate(`${to(...row.to)}?item=${encodeURIComponent(row.setting)}`);
      } else if (row.to) {
        void navigate(to(...row.to) + row.search);
        requestAnimationFrame(focusScreen);
      }
    });
  };
  const [first] = sections.flatMap((section) => section.rows);
  // The query for which Enter was pressed before anything was found.
  const [awaited, setAwaited] = useState('');
  const isAwaited = awaited !== '' && awaited === query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there is a row
  useEffect(() => {
    if (isAwaited && first) act(first.key);
  }, [isAwaited, first]);
  // A fast typist presses Enter before the first row is marked, or found: Enter still means that row.
  const onEnter = (event: KeyboardEvent) => {
    const marked = (event.target as HTMLElement).getAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || marked || query.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (first) act(first.key);
    else setAwaited(query);
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles.overlay)}
    >
      <Modal className={classNames(layout.flex, layout.floating, styles.modal)}>
        <Dialog
          className={classNames(layout.space, layout.ringless, layout.pane)}
          aria-label="Search or run a command"
        >
          <div className={`${layout.column} ${layout.restDown}`} onKeyDownCapture={onEnter}>
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <TextField
                aria-label="Search or run a command"
                autoFocus
                className={classNames(layout.line, layout.underlined, styles.field)}
              >
                <Search aria-hidden />
                <Input
                  className={classNames(layout.rest, layout.bare, styles.input)}
                  placeholder="Search or run a command"
                  spellCheck={false}
                  autoComplete="off"
                  role="combobox"
                  aria-haspopup="listbox"
                  aria-expanded
                />
              </TextField>
              <ListBox
                aria-label="Results"
                className={classNames(layout.padded2, layout.scroller, styles.list)}
                onAction={(key) => act(String(key))}
                renderEmptyState={() => <Nothing query={query} />}
              >
                {sections.map((section) => (
                  <Section key={section.title} section={section} />
                ))}
              </ListBox>
            </Autocomplete>
          </div>
          <footer className={`${layout.wrap} ${layout.meta} ${styles.foot}`}>
            <span>
              <b>&gt;</b> commands <b>@</b> event types <b>#</b> flags <b>:</b> identifiers
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Section({ section }: { readonly section: PaletteSection }) {
  return (
    <ListBoxSection className={classNames(styles.section)} aria-label={section.title}>
      <Header className={classNames(styles.title)}>
        {section.title}
        {section.more > 0 && <span className={layout.regular}>{section.more} more, keep typing</span>}
      </Header>
      {section.rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </ListBoxSection>
  );
}

function Row({ row }: { readonly row: PaletteRow }) {
  const Icon = ICONS[row.kind];
  return (
    <ListBoxItem
      id={row.key}
      textValue={row.label}
      className={classNames(layout.line, layout.hovered, styles.row)}
    >
      <Icon aria-hidden />
      <span
        className={classNames(
          layout.cut,
          layout.unbroken,
          styles.text,
          row.kind === 'endpoint' && layout.code,
        )}
      >
        {['type', 'message', 'attempt'].includes(row.kind) ? <NameLockup name={row.label} /> : row.label}
      </span>
      {row.detail && <span className={`${layout.meta} ${layout.cut} ${styles.detail}`}>{row.detail}</span>}
      <span className={layout.space} />
      {row.keys && <Keys names={keyNames(row.keys, onMac())} />}
      <CornerDownLeft className={styles.enter} aria-hidden />
    </ListBoxItem>
  );
}

function Nothing({ query }: { readonly query: string }) {
  return (
    <p className={styles.nothing}>
      No match for “{query.trim()}” in event types, applications, endpoints, ids of messages and attempts,
      settings and commands.
    </p>
  );
}

/** What the features can be found by, in the order in which it is shown: hooks. */
const SOURCES: readonly ((query: string) => readonly PaletteRow[])[] = [
  settingRows,
  useTypeRows,
  useApplicationRows,
  useDeliveryRows,
];

/** Everything the palette can find: the commands available now, and what the features have. */
function usePaletteRows(query: string): readonly PaletteRow[] {
  const offers = useCommandStore((state) => state.offers);
  const chosen = useKeymap((state) => state.chosen);
  const commands = useMemo(() => commandRows(offers, chosen), [offers, chosen]);
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of sources never changes, and neither does the order of the hooks
  const found = SOURCES.map((useRows) => useRows(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry for each source
  return useMemo(() => [...commands, ...found.flat()], [commands, ...found]);
}
