import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { TYPES_FORMATS, type TypesFormat } from '../../../../src-server/contract/event-type-export';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { TYPES_LABELS } from '../../../shared/event-types/save-types';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import listStyles from '../../../ui/list-box.module.css';
import { MenuAct } from '../../../ui/needs/menu-act';
import { useInstance, useTo } from '../../platform/instance';
import { CsvSheet } from './files/csv-sheet';
import { EnvironmentSheet } from './files/environment-sheet';
import { exportCsv, exportEnvironment, exportTypes } from './files/export-event-types';

interface CatalogMenuProps {
  /** Undefined while they are being read. */
  readonly types: readonly ListedEventType[] | undefined;
  readonly isSelecting: boolean;
  readonly onSelect: () => void;
}

const isTypesFormat = (key: string): key is TypesFormat => TYPES_FORMATS.some((format) => format === key);

/** Further actions on the whole catalog. */
export function CatalogMenu({ types, isSelecting, onSelect }: CatalogMenuProps) {
  const { api } = useInstance();
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'csv' | 'environment' | null>(null);
  const act = (key: string) => {
    if (key === 'select') onSelect();
    else if (key === 'import') void navigate(to('import'));
    else if (key === 'releases') void navigate(to('releases'));
    else if (key === 'csv-in') setOpen('csv');
    else if (key === 'csv-out') exportCsv(types ?? []);
    else if (isTypesFormat(key)) void exportTypes(api, key);
    else if (key === 'environment-in') setOpen('environment');
    else void exportEnvironment(api);
  };
  return (
    <>
      <MenuTrigger>
        <Button size="small" kind="quiet" icon={<Ellipsis aria-hidden />} aria-label="More catalog actions" />
        <Popover className={classNames(listStyles.popover)} placement="bottom end">
          <Menu
            aria-label="Catalog actions"
            className={classNames(listStyles.list)}
            disabledKeys={types ? [] : ['select', 'csv-in', 'csv-out']}
            onAction={(key) => act(String(key))}
          >
            <MenuAct id="select">{isSelecting ? 'Stop selecting' : 'Select event types'}</MenuAct>
            <MenuAct id="import" needs="POST /event-type/import/plan">
              Import from OpenAPI
            </MenuAct>
            <MenuAct id="releases" needs="GET /flag-releases">
              Planned releases
            </MenuAct>
            <MenuAct id="csv-in" needs="POST /event-type-bulk">
              Import CSV
            </MenuAct>
            <MenuAct id="csv-out">Export as CSV</MenuAct>
            {TYPES_FORMATS.map((format) => (
              <MenuAct key={format} id={format} needs="GET /event-type/export">
                {`Export as ${TYPES_LABELS[format]}`}
              </MenuAct>
            ))}
            <MenuAct id="environment-in" needs="POST /environment/import">
              Import environment (JSON)
            </MenuAct>
            <MenuAct id="environment-out" needs="POST /environment/export">
              Export environment (JSON)
            </MenuAct>
          </Menu>
        </Popover>
      </MenuTrigger>
      {open === 'csv' && <CsvSheet types={types ?? []} onClose={() => setOpen(null)} />}
      {open === 'environment' && <EnvironmentSheet onClose={() => setOpen(null)} />}
    </>
  );
}
