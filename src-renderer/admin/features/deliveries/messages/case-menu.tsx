import { Ellipsis } from 'lucide-react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate } from 'react-router';
import type { MessageOut } from '../../../../../src-server/contract/message';
import type { ReplayTarget } from '../../../../shared/replay/replay-choice';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import listStyles from '../../../../ui/list-box.module.css';
import { MenuAct } from '../../../../ui/needs/menu-act';
import { copyAct } from '../../../platform/commands/copy-act';
import { useTo } from '../../../platform/instance';
import { useMessageAgain } from '../message-again';

interface CaseMenuProps {
  readonly appId: string;
  readonly message: Pick<MessageOut, 'id' | 'eventType' | 'timestamp'>;
  /** Where sending it again does anything. */
  readonly targets: readonly ReplayTarget[];
  /** False: its content was removed. */
  readonly canSend: boolean;
}

/** Every other act on a message. */
export function CaseMenu({ appId, message, targets, canSend }: CaseMenuProps) {
  const to = useTo();
  const navigate = useNavigate();
  const { id, eventType, timestamp } = message;
  const { ask, sheet } = useMessageAgain({
    ...{ label: 'Send again', appId, msgId: id, targets },
    acceptedAt: canSend ? timestamp : undefined,
  });
  const acts: Readonly<Record<string, readonly [label: string, act: () => unknown]>> = {
    ...(ask ? { again: ['Send again, or elsewhere', ask] as const } : {}),
    view: ['Show what the customer sees', () => navigate(`${to('preview')}?app=${appId}`)],
    app: ['Open the application', () => navigate(to('apps', appId))],
    type: ['Open the event type', () => navigate(to('catalog', eventType))],
    copy: ['Copy the message id', copyAct(id, id) ?? (() => {})],
  };
  return (
    <>
      <MenuTrigger>
        <Button icon={<Ellipsis aria-hidden />} aria-label="More actions on this message" />
        <Popover className={classNames(listStyles.popover)} placement="bottom start">
          <Menu
            aria-label="Actions on this message"
            className={classNames(listStyles.list)}
            onAction={(key) => void acts[String(key)]?.[1]()}
          >
            {Object.entries(acts).map(([key, [label]]) => (
              <MenuAct key={key} id={key}>
                {label}
              </MenuAct>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {sheet}
    </>
  );
}
