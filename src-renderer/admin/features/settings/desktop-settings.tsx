import type { DesktopState, DesktopSettings as Settings } from '../../../../src-main/contract/desktop-api';
import { desktop } from '../../../api/desktop';
import { Button } from '../../../ui/button';
import { Choice } from '../../../ui/choice';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Switch } from '../../../ui/switch';
import { Unread } from '../../../ui/unread';
import { useChangeDesktop, useDesktop } from '../../data/use-desktop';
import styles from '../../parts/settings.module.css';
import { KeyStoreNotice } from './key-store-notice';
import { SettingItem } from './setting-item';

/** How the desktop program behaves on this computer. In a browser, says that there is none. */
export function DesktopSettings() {
  const state = useDesktop();
  return (
    <section className={styles.section} aria-labelledby="desktop-settings">
      <header>
        <h2 id="desktop-settings">Desktop</h2>
        <p className={layout.lead}>
          {desktop()
            ? 'Saved on this computer.'
            : 'These settings belong to the desktop program. This page is open in a browser: open it there to change them.'}
        </p>
      </header>
      {!state.data && desktop() && <Unread what="the settings of the desktop program" query={state} />}
      {state.data && <Form state={state.data} />}
    </section>
  );
}

function Form({ state }: { readonly state: DesktopState }) {
  const change = useChangeDesktop();
  const set = (part: Partial<Settings>) => change.mutate(part);
  return (
    <>
      <KeyStoreNotice />
      {change.error && <FailureNotice title="The setting was not changed" cause={change.error} />}
      <SettingItem id="tray">
        <Switch
          isSelected={state.tray}
          isDisabled={change.isPending}
          onChange={(tray) => set({ tray })}
          hint="Shows whether Posthorn sends, and pauses or resumes all sending. Closing the window then leaves Posthorn running, and it keeps delivering. Quit it in its menu."
        >
          Icon in the tray
        </Switch>
      </SettingItem>
      <SettingItem id="start-at-login">
        <Switch
          isSelected={state.startAtLogin}
          isDisabled={change.isPending}
          onChange={(startAtLogin) => set({ startAtLogin })}
          hint={
            state.tray
              ? 'Starts Posthorn in the tray, without its window, when you log in to this computer.'
              : 'Starts Posthorn, with its window, when you log in to this computer.'
          }
        >
          Start at login
        </Switch>
      </SettingItem>
      <SettingItem id="notices">
        <Choice
          label="Notices"
          value={state.notices}
          onChange={(notices) => set({ notices })}
          options={[
            {
              value: 'on',
              label: 'On',
              hint: 'When an endpoint is disabled, is delayed or has failed for a minute, and when the service stops. At most three in a minute, and one for each endpoint in an hour.',
            },
            { value: 'silent', label: 'Without a sound' },
            { value: 'off', label: 'Off', hint: 'The pages show the same at any time.' },
          ]}
        />
        <p className={layout.metaWrapping}>
          {state.canNotify
            ? 'The system shows them, and holds them back during its quiet hours.'
            : 'This system shows no notices.'}
        </p>
      </SettingItem>
      <SettingItem id="log-folder">
        <h3>Log of the service</h3>
        <p className={layout.metaWrapping}>
          The newest lines are under Logs. The files go further back, also when the service cannot start.
        </p>
        <div>
          <Button onPress={() => void desktop()?.showLogFolder()}>Open log folder</Button>
        </div>
      </SettingItem>
    </>
  );
}
