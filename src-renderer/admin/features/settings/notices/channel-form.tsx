import {
  CHANNEL_KINDS,
  type ChannelKind,
  NOTICE_KINDS,
  type NoticeChannelOut,
  type NoticeKind,
} from '../../../../../src-server/contract/notice-channel';
import { whenDone } from '../../../../api/when-done';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { Button } from '../../../../ui/button';
import { Checkbox } from '../../../../ui/checkbox';
import { Choice } from '../../../../ui/choice';
import { type Draft, useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/sheet';
import { Switch } from '../../../../ui/switch';
import { TextField } from '../../../../ui/text-field';
import { type ChannelFields, channelFields } from '../../../data/notices/edited-channel';
import { useCreateChannel, useEditChannel } from '../../../data/notices/use-notice-channels';
import { useInstance } from '../../../platform/instance';
import { NOTICE_WORDS } from './notice-words';

const KIND_OPTIONS: Readonly<Record<ChannelKind, { readonly label: string; readonly hint: string }>> = {
  slack: {
    label: 'Chat',
    hint: 'An incoming webhook of Slack, Mattermost, or Discord (with /slack at the end).',
  },
  email: { label: 'E-mail', hint: 'Through your mail server.' },
  webhook: { label: 'Webhook', hint: 'A signed request to your software.' },
};

/** A form for a new channel. */
export function AddChannel({ onClose }: { readonly onClose: () => void }) {
  const form = useDraft(`${useInstance().id}/new-channel`, null, onClose);
  const [kind, setKind] = useDrafted<ChannelKind>(form, 'kind', 'slack');
  const fields = useChannelFields(form, kind, null);
  const create = useCreateChannel();
  const submit = () => whenDone(create.mutateAsync({ kind, ...fields.mine() }), () => form.saved(null));
  return (
    <Sheet
      title="Add a channel"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={!fields.isComplete || create.isPending} onPress={submit}>
            Add channel
          </Button>
        </>
      }
    >
      <Choice
        label="Kind"
        value={kind}
        onChange={setKind}
        options={CHANNEL_KINDS.map((value) => ({ value, ...KIND_OPTIONS[value] }))}
      />
      <Fields fields={fields} kind={kind} error={create.error} />
      {create.error && <FailureNotice title="No channel was added" cause={create.error} />}
    </Sheet>
  );
}

interface EditChannelProps {
  readonly channel: NoticeChannelOut;
  readonly onClose: () => void;
}

/** A form that changes a channel; its kind stays. */
export function EditChannel({ channel, onClose }: EditChannelProps) {
  const { kind } = channel;
  const form = useDraft(`${useInstance().id}/channel/${channel.id}`, channelFields(channel), onClose);
  const fields = useChannelFields(form, kind, form.opened);
  const change = useEditChannel(channel.id);
  const submit = () => {
    const mine = fields.mine();
    const { url: _url, smtp, ...stored } = mine;
    const { password: _password, ...server } = smtp ?? {};
    const next = { ...stored, ...(smtp && { smtp: server as NonNullable<ChannelFields['smtp']> }) };
    whenDone(change.save({ opened: form.opened, mine }), () => form.saved(next));
  };
  return (
    <Sheet
      title={channel.name}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={!fields.isComplete || change.isPending} onPress={submit}>
            Save
          </Button>
        </>
      }
    >
      <Fields fields={fields} kind={kind} error={change.error} />
      <SaveFailure title="The channel was not changed" saving={change} />
    </Sheet>
  );
}

/** The values of the form. @param opened null: the channel is new */
function useChannelFields<O>(form: Draft<O>, kind: ChannelKind, opened: ChannelFields | null) {
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  const smtp = opened?.smtp;
  const name = useDrafted(form, 'name', opened?.name ?? '');
  const url = useDrafted(form, 'url', '', 'secret');
  const to = useDrafted(form, 'to', opened?.to?.join(', ') ?? '');
  const host = useDrafted(form, 'host', text(smtp?.host));
  const port = useDrafted(form, 'port', text(smtp?.port ?? 587));
  const secure = useDrafted(form, 'secure', smtp?.secure ?? false);
  const user = useDrafted(form, 'user', text(smtp?.user));
  const password = useDrafted(form, 'password', '', 'secret');
  const notices = useDrafted<readonly NoticeKind[]>(form, 'notices', opened?.notices ?? NOTICE_KINDS);
  const applications = useDrafted(form, 'applications', opened?.applications?.join(', ') ?? '');
  const customerLink = useDrafted(form, 'customerLink', opened?.customerLink ?? '');
  const pagesUrl = useDrafted(form, 'pagesUrl', opened?.pagesUrl ?? '');
  const isOn = useDrafted(form, 'isOn', !opened?.disabled);
  const values = {
    name,
    url,
    to,
    host,
    port,
    secure,
    user,
    password,
    notices,
    applications,
    customerLink,
    pagesUrl,
    isOn,
  };
  const isMail = kind === 'email';
  const isNew = opened === null;
  const mine = (): ChannelFields => ({
    name: name[0].trim(),
    notices: NOTICE_KINDS.filter((notice) => notices[0].includes(notice)),
    applications: listOf(applications[0]).length === 0 ? null : listOf(applications[0]),
    disabled: !isOn[0],
    ...(pagesUrl[0].trim() !== '' && { pagesUrl: pagesUrl[0].trim() }),
    ...(!isMail && url[0].trim() !== '' && { url: url[0].trim() }),
    ...(!isMail && !isNew && { customerLink: null }),
    ...(isMail && {
      to: listOf(to[0]),
      smtp: {
        ...{ host: host[0].trim(), port: Number(port[0]), secure: secure[0] },
        ...(user[0].trim() !== '' && { user: user[0].trim() }),
        ...(password[0] !== '' && { password: password[0] }),
      },
      customerLink: customerLink[0].trim() || null,
    }),
  });
  const isReachable = isMail
    ? listOf(to[0]).length > 0 &&
      host[0].trim() !== '' &&
      Number.isInteger(Number(port[0])) &&
      Number(port[0]) > 0
    : !isNew || url[0].trim() !== '';
  return {
    ...values,
    isNew,
    mine,
    isComplete: name[0].trim() !== '' && notices[0].length > 0 && isReachable,
  };
}

interface FieldsProps {
  readonly fields: ReturnType<typeof useChannelFields>;
  readonly kind: ChannelKind;
  readonly error: { fieldError(field: string): string | null } | Error | null;
}

function Fields({ fields, kind, error }: FieldsProps) {
  const errorOf = (field: string) => (error && 'fieldError' in error ? error.fieldError(field) : null);
  const bound = ([value, onChange]: readonly [string, (next: string) => void]) => ({ value, onChange });
  const [chosen, setChosen] = fields.notices;
  return (
    <>
      <TextField label="Name" {...bound(fields.name)} placeholder="On call" error={errorOf('name')} />
      {kind === 'email' ? (
        <MailFields fields={fields} bound={bound} errorOf={errorOf} />
      ) : (
        <TextField
          label={fields.isNew ? 'URL' : 'New URL'}
          mono
          {...bound(fields.url)}
          autoComplete="off"
          placeholder={
            kind === 'slack' ? 'https://hooks.slack.com/services/...' : 'https://example.com/notices'
          }
          hint={
            fields.isNew
              ? 'Stored encrypted, and shown only to full access.'
              : 'Leave empty to keep the saved one.'
          }
          error={errorOf('url')}
        />
      )}
      <fieldset className={`${layout.stack1} ${layout.borderless} ${layout.flush} ${layout.marginless}`}>
        <legend className={`${layout.flush} ${layout.label}`}>Notices</legend>
        {NOTICE_KINDS.map((notice) => (
          <Checkbox
            key={notice}
            hint={NOTICE_WORDS[notice].hint}
            isSelected={chosen.includes(notice)}
            onChange={(is) =>
              setChosen((now) => (is ? [...now, notice] : now.filter((other) => other !== notice)))
            }
          >
            {NOTICE_WORDS[notice].label}
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label="Applications"
        isRequired={false}
        mono
        {...bound(fields.applications)}
        hint="Ids or uids, separated by commas. Empty: all of them."
        error={errorOf('applications')}
      />
      <TextField
        label="URL of these pages, for links"
        isRequired={false}
        mono
        {...bound(fields.pagesUrl)}
        placeholder={location.origin}
        error={errorOf('pagesUrl')}
      />
      <Switch isSelected={fields.isOn[0]} onChange={fields.isOn[1]}>
        On
      </Switch>
    </>
  );
}

interface MailFieldsProps {
  readonly fields: ReturnType<typeof useChannelFields>;
  readonly bound: (field: readonly [string, (next: string) => void]) => {
    readonly value: string;
    readonly onChange: (next: string) => void;
  };
  readonly errorOf: (field: string) => string | null;
}

function MailFields({ fields, bound, errorOf }: MailFieldsProps) {
  return (
    <>
      <TextField
        label="To"
        mono
        {...bound(fields.to)}
        placeholder="oncall@example.com"
        hint="Addresses, separated by commas."
        error={errorOf('to')}
      />
      <TextField
        label="Mail server"
        mono
        {...bound(fields.host)}
        placeholder="smtp.example.com"
        error={errorOf('smtp')}
      />
      <TextField label="Port" mono inputMode="numeric" {...bound(fields.port)} />
      <Switch
        isSelected={fields.secure[0]}
        onChange={fields.secure[1]}
        hint="As on port 465. Otherwise STARTTLS is used where the server offers it; a password is never sent without TLS, except to this computer."
      >
        Implicit TLS
      </Switch>
      <TextField label="User" isRequired={false} mono {...bound(fields.user)} autoComplete="off" />
      <TextField
        label={fields.isNew ? 'Password' : 'New password'}
        isRequired={false}
        type="password"
        {...bound(fields.password)}
        autoComplete="off"
        hint={
          fields.isNew
            ? 'Stored encrypted, and never shown.'
            : 'Leave empty to keep the saved one. Enter it again if you change the server, port or user.'
        }
      />
      <TextField
        label="Page for customers"
        isRequired={false}
        mono
        {...bound(fields.customerLink)}
        placeholder="https://example.com/webhooks?app={appUid}"
        hint="If set, customers get an e-mail with this link when their endpoint is disabled, at the address in svix.email of the application's metadata."
        error={errorOf('customerLink')}
      />
    </>
  );
}

function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
}
