import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TYPES_FORMATS } from '../../../../src-server/contract/event-type-export';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { TYPES_LABELS } from '../../../shared/event-types/save-types';
import { ActsMenu } from '../../../ui/acts-menu';
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

/** Further actions on the whole catalog. */
export function CatalogMenu({ types, isSelecting, onSelect }: CatalogMenuProps) {
  const { api } = useInstance();
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'csv' | 'environment' | null>(null);
  return (
    <>
      <ActsMenu
        isSmall
        label="More catalog actions"
        title="Catalog actions"
        acts={[
          {
            id: 'select',
            label: isSelecting ? 'Stop selecting' : 'Select event types',
            isOff: !types,
            run: onSelect,
          },
          {
            id: 'import',
            label: 'Import from OpenAPI',
            needs: 'POST /event-type/import/plan',
            run: () => navigate(to('import')),
          },
          {
            id: 'releases',
            label: 'Planned releases',
            needs: 'GET /flag-releases',
            run: () => navigate(to('releases')),
          },
          {
            id: 'csv-in',
            label: 'Import CSV',
            needs: 'POST /event-type-bulk',
            isOff: !types,
            run: () => setOpen('csv'),
          },
          { id: 'csv-out', label: 'Export as CSV', isOff: !types, run: () => exportCsv(types ?? []) },
          ...TYPES_FORMATS.map((format) => ({
            id: format,
            label: `Export as ${TYPES_LABELS[format]}`,
            needs: 'GET /event-type/export' as const,
            run: () => exportTypes(api, format),
          })),
          {
            id: 'environment-in',
            label: 'Import environment (JSON)',
            needs: 'POST /environment/import',
            run: () => setOpen('environment'),
          },
          {
            id: 'environment-out',
            label: 'Export environment (JSON)',
            needs: 'POST /environment/export',
            run: () => exportEnvironment(api),
          },
        ]}
      />
      {open === 'csv' && <CsvSheet types={types ?? []} onClose={() => setOpen(null)} />}
      {open === 'environment' && <EnvironmentSheet onClose={() => setOpen(null)} />}
    </>
  );
}
