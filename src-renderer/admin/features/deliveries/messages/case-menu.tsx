import { useNavigate } from 'react-router';
import type { MessageOut } from '../../../../../src-server/contract/message';
import type { ReplayTarget } from '../../../../shared/replay/replay-choice';
import { ActsMenu } from '../../../../ui/acts-menu';
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
  return (
    <>
      <ActsMenu
        label="More actions on this message"
        title="Actions on this message"
        from="start"
        acts={[
          ask !== null && { id: 'again', label: 'Send again, or elsewhere', run: ask },
          {
            id: 'view',
            label: 'Show what the customer sees',
            run: () => navigate(`${to('preview')}?app=${appId}`),
          },
          { id: 'app', label: 'Open the application', run: () => navigate(to('apps', appId)) },
          { id: 'type', label: 'Open the event type', run: () => navigate(to('catalog', eventType)) },
          { id: 'copy', label: 'Copy the message id', run: copyAct(id, id) ?? (() => {}) },
        ]}
      />
      {sheet}
    </>
  );
}
