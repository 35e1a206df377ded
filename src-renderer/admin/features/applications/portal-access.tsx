import { Columns2, ExternalLink, KeyRound } from 'lucide-react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { CAPABILITIES, type Capability, type PortalAccessIn } from '../../../../src-server/contract/access';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { isValidName } from '../../../../src-server/contract/names';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { classNames } from '../../../ui/class-names';
import { CopyButton } from '../../../ui/copy-button';
import { isSame } from '../../../ui/drafts/draft-store';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { FlagsField } from '../../../ui/flags-field';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { knownFlags, useServedEventTypes } from '../../data/use-catalog';
import { usePortalAccess } from '../../data/use-portal-sessions';
import { useInstance, useTo } from '../../platform/instance';
import styles from './detail.module.css';
import { PortalSessions } from './portal-sessions';

const EXPIRIES = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '259200', label: '3 days' },
  { value: '604800', label: '7 days' },
] as const;
/** The server's rule. */
const SESSION_ID = /^[a-zA-Z0-9@_-]{1,64}$/;

interface PortalAccessProps {
  readonly application: ApplicationOut;
  readonly onClose: () => void;
}

/** A sheet that creates a link which logs this customer into the portal, and lists active sessions. */
export function PortalAccess({ application, onClose }: PortalAccessProps) {
  const to = useTo();
  const types = useServedEventTypes();
  const form = useDraft(`${useInstance().id}/portal-access/${application.id}`, null, onClose);
  const [flags, setFlags] = useDrafted<readonly string[]>(form, 'flags', []);
  const [capabilities, setCapabilities] = useDrafted<readonly Capability[]>(form, 'may', CAPABILITIES);
  const [expiry, setExpiry] = useDrafted<string>(form, 'expiry', '604800');
  const [sessionId, setSessionId] = useDrafted(form, 'session', '');
  const [oneTime, setOneTime] = useDrafted(form, 'oneTime', false);
  const access = usePortalAccess(application.id);
  const wrongId = sessionId !== '' && !SESSION_ID.test(sessionId);
  const wish: PortalAccessIn = {
    featureFlags: [...flags],
    expiry: Number(expiry),
    ...(capabilities.length < CAPABILITIES.length ? { capabilities: [...capabilities] } : {}),
    ...(sessionId === '' ? {} : { sessionId }),
    ...(oneTime ? { oneTime } : {}),
  };
  // What was typed since is for another link.
  const isMade = access.data !== undefined && isSame(access.variables, wish);
  return (
    <Sheet
      wide
      title={`Portal access of ${application.name}`}
      draft={isMade ? undefined : form}
      onClose={isMade ? form.end : onClose}
      footer={
        <>
          <LinkButton
            to={`${to('preview')}?app=${encodeURIComponent(application.id)}`}
            icon={<Columns2 aria-hidden />}
          >
            Preview the portal
          </LinkButton>
          <Button
            kind="primary"
            icon={<KeyRound aria-hidden />}
            isDisabled={access.isPending || wrongId || !flags.every(isValidName)}
            onPress={() => access.mutate(wish)}
          >
            Create link
          </Button>
        </>
      }
    >
      <div className={`${layout.stack4} ${styles.form}`}>
        <p>
          A link logs {application.name} in to its own portal, with the catalog, its endpoints and its
          messages. Anyone with the link can log in, so send it only to this customer.
        </p>
        <FlagsField
          label="Feature flags"
          flags={flags}
          onChange={setFlags}
          known={knownFlags(types.data)}
          hint="No flags: sees only what everyone sees."
        />
        <CapabilitiesField value={capabilities} onChange={setCapabilities} />
        <div className={classNames(layout.rowEnd, styles.inline)}>
          <Select label="Valid for" value={expiry} onChange={setExpiry} options={EXPIRIES} />
          <TextField
            label="Session"
            isRequired={false}
            mono
            value={sessionId}
            onChange={setSessionId}
            placeholder="user_17"
            error={wrongId ? 'Use at most 64 letters, digits, hyphens, underscores and @.' : null}
          />
        </div>
        <Switch
          isSelected={oneTime}
          onChange={setOneTime}
          hint="Works for the first person who opens it within ten minutes."
        >
          One-time link
        </Switch>
        <p className={layout.meta}>
          The same over the API, as a request body{' '}
          <CopyButton text={JSON.stringify(wish)} what="request body" />
        </p>
        {access.error && <FailureNotice title="No link was created" cause={access.error} />}
        {access.data && (
          <>
            <p
              className={`${layout.framed} ${layout.sunken} ${styles.link}`}
              role="status"
              data-testid="portal-link"
            >
              {access.data.url}
            </p>
            <div className={layout.row}>
              <CopyButton text={access.data.url} what="portal link" withWord />
              <Button
                size="small"
                kind="quiet"
                icon={<ExternalLink aria-hidden />}
                onPress={() => window.open(access.data.url, '_blank', 'noopener,noreferrer')}
              >
                Open the portal
              </Button>
            </div>
          </>
        )}
      </div>
      <PortalSessions application={application} />
    </Sheet>
  );
}

/** What each capability lets a customer do. */
const CAPABILITY_LABELS: Readonly<Record<Capability, string>> = {
  ViewBase: 'See the catalog, endpoints and messages',
  ManageEndpoint: 'Add, change and delete endpoints',
  ViewEndpointSecret: 'See signing secrets',
  ManageEndpointSecret: 'Rotate signing secrets',
  CreateAttempts: 'Send again and send examples',
  ManageTransformations: 'Change transformations',
};
const ORDER = Object.keys(CAPABILITY_LABELS) as Capability[];

interface CapabilitiesFieldProps {
  readonly value: readonly Capability[];
  readonly onChange: (value: readonly Capability[]) => void;
}

/** What the holder of a link may do. Viewing is always included. */
function CapabilitiesField({ value, onChange }: CapabilitiesFieldProps) {
  const choose = (next: readonly string[]) =>
    onChange(CAPABILITIES.filter((capability) => capability === 'ViewBase' || next.includes(capability)));
  return (
    <CheckboxGroup className={layout.stackClose ?? ''} value={[...value]} onChange={choose}>
      <Label className={layout.label ?? ''}>Permissions</Label>
      <div className={styles.boxes}>
        {ORDER.map((capability) => (
          <Checkbox key={capability} value={capability} isReadOnly={capability === 'ViewBase'}>
            {CAPABILITY_LABELS[capability]}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
