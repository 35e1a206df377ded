import { Button } from '../../../../ui/button';
import { Choice } from '../../../../ui/choice';
import { CopyButton } from '../../../../ui/copy-button';
import { isSame } from '../../../../ui/drafts/draft-store';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { Sheet } from '../../../../ui/sheet';
import { TextField } from '../../../../ui/text-field';
import { useCreateShareLink } from '../../../data/use-share-links';
import { useInstance } from '../../../platform/instance';
import { ShareContents } from './share-contents';
import { ShareLinkList } from './share-link-list';
import { SHARE_DAYS, type ShareDays, type ShownFrames, shareRequest, whyNotShared } from './share-request';

interface ShareSheetProps {
  readonly shown: ShownFrames;
  /** Name of the application. */
  readonly application: string;
  readonly onClose: () => void;
}

const DAY_LABELS: Readonly<Record<ShareDays, string>> = { '1': '1 day', '7': '7 days', '30': '30 days' };

/** Makes links that show these frames to people who cannot log in, and ends them. */
export function ShareSheet({ shown, application, onClose }: ShareSheetProps) {
  const create = useCreateShareLink();
  const form = useDraft(`${useInstance().id}/share`, null, onClose);
  const [title, setTitle] = useDrafted(form, 'title', '');
  const [days, setDays] = useDrafted<ShareDays>(form, 'days', '7');
  const reason = whyNotShared(shown);
  const made = create.data;
  const wish = shareRequest(shown, title, days);
  // What was typed since is for another link.
  const close = made && isSame(create.variables, wish) ? form.end : onClose;
  return (
    <Sheet
      title="Share this preview"
      draft={close === onClose ? form : undefined}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Close</Button>
          <Button
            kind="primary"
            isDisabled={reason !== null || create.isPending}
            needs="POST /share-links"
            onPress={() => create.mutate(wish)}
          >
            {made ? 'Create another link' : 'Create link'}
          </Button>
        </>
      }
    >
      {made && (
        <Notice tone="done" title="The link is ready. Copy it now: it is not shown again.">
          <span className={layout.rowCentered}>
            <code className={layout.wrapping} data-testid="share-link">
              {made.url}
            </code>
            <CopyButton text={made.url} what="link" withWord />
          </span>
          {isOfThisComputer(made.url) && (
            <p>
              The link points to this computer, which others cannot reach under this name. To share it, open
              these pages at the URL that others use for the server, and create the link there.
            </p>
          )}
        </Notice>
      )}
      <TextField
        label="Title"
        value={title}
        onChange={setTitle}
        maxLength={200}
        placeholder="Events of the new billing"
        hint="Shown to whoever opens the link. May stay empty."
        error={create.error?.fieldError('title') ?? null}
      />
      <Choice
        label="Valid for"
        value={days}
        onChange={setDays}
        options={SHARE_DAYS.map((value) => ({ value, label: DAY_LABELS[value] }))}
      />
      {reason === null ? (
        <ShareContents shown={shown} application={application} />
      ) : (
        <Notice tone="warning" title="This cannot be shared now">
          {reason}
        </Notice>
      )}
      {create.error && <FailureNotice title="No link was created" cause={create.error} />}
      <ShareLinkList />
    </Sheet>
  );
}

/** The address is the one that these pages were reached by: a loopback name means another computer to whoever gets it. */
function isOfThisComputer(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
