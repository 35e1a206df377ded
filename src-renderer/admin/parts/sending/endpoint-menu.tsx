import { Ellipsis } from 'lucide-react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate } from 'react-router';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import listStyles from '../../../ui/list-box.module.css';
import { MenuAct } from '../../../ui/needs/menu-act';
import { runCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';

interface EndpointMenuProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
  /** Absent: it is deleted elsewhere. */
  readonly onDelete?: () => void;
}

/** What is done to an endpoint seldom, or for good. The switch beside it offers the command that disables. */
export function EndpointMenu({ appId, endpoint: { id, disabled }, onDelete }: EndpointMenuProps) {
  const to = useTo();
  const navigate = useNavigate();
  const acts: Readonly<Record<string, () => unknown>> = {
    attempts: () => navigate(`${to('deliveries')}?endpoint=${id}&app=${appId}`),
    disable: () => runCommand('endpoint-disable'),
    ...(onDelete && { delete: onDelete }),
  };
  return (
    <MenuTrigger>
      <Button icon={<Ellipsis aria-hidden />} aria-label="More actions on this endpoint" />
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Menu
          aria-label="Actions on this endpoint"
          className={classNames(listStyles.list)}
          onAction={(key) => void acts[String(key)]?.()}
        >
          <MenuAct id="attempts">Show all attempts</MenuAct>
          <MenuAct id="disable" needs="PATCH /app/{app}/endpoint/{endpoint} disabled">
            {disabled ? 'Enable endpoint' : 'Disable endpoint'}
          </MenuAct>
          {onDelete && (
            <MenuAct id="delete" needs="DELETE /app/{app}/endpoint/{endpoint}">
              Delete endpoint
            </MenuAct>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
