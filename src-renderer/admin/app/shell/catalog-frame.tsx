import { Outlet } from 'react-router';
import { separatePart } from '../../../ui/separate-part';
import { useInstance } from '../../platform/instance';

const CopyFrame = separatePart(() => import('./copy-frame').then(({ CopyFrame }) => CopyFrame));

/** The frame of the catalog screens: says where edits go if they do not go to the instance itself. */
export function CatalogFrame() {
  return useInstance().isCopy ? <CopyFrame /> : <Outlet />;
}
