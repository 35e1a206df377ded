import { useState } from 'react';
import { TYPES_FORMATS, type TypesFormat } from '../../../src-server/contract/event-type-export';
import { saveTypes, TYPES_LABELS } from '../../shared/event-types/save-types';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** Takes the event types of this customer away, in the forms that a build understands. */
export function CatalogTypes() {
  const labels = useLabels().catalog;
  const { api } = usePortalSession();
  const [failure, setFailure] = useState<unknown>(null);
  const save = (format: TypesFormat) => {
    setFailure(null);
    saveTypes(api, format).catch(setFailure);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={labels.types} className={`${layout.rowCentered} ${layout.below4}`}>
        <span className={layout.meta}>{labels.types}</span>
        {TYPES_FORMATS.map((format) => (
          <Button key={format} size="small" onPress={() => save(format)}>
            {TYPES_LABELS[format]}
          </Button>
        ))}
      </div>
      {failure !== null && <FailureNotice title={labels.typesNotSaved} cause={failure} />}
    </>
  );
}
