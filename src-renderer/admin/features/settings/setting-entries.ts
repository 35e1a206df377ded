import { SETTING_DEFAULTS, type SettingsOut } from '../../../../src-server/contract/settings';
import { SETTING_LABELS } from '../../data/setting-labels';
import { listedPages, type SettingsPageName } from './settings-pages';

/** Settings kept in this browser that can differ from the default. */
export interface LocalSettings {
  readonly theme: string;
  readonly density: string;
  readonly textSize: string;
  readonly motion: string;
  readonly singleKeys: boolean;
  /** How many commands have keys other than those of the table. */
  readonly otherKeys: number;
}

/** One item of the settings to change, view or run, as the search finds it. */
export interface SettingEntry {
  readonly id: string;
  readonly page: SettingsPageName;
  readonly label: string;
  /** Other words to find it by. */
  readonly terms: string;
  /** The instance setting behind it. */
  readonly server?: keyof SettingsOut;
  /** The browser setting behind it. */
  readonly local?: keyof LocalSettings;
}

/** The defaults in a browser where nothing was chosen. */
export const LOCAL_DEFAULTS: LocalSettings = {
  theme: 'system',
  density: 'normal',
  textSize: 'normal',
  motion: 'system',
  singleKeys: true,
  otherKeys: 0,
};

/** Everything that the search over the settings can find. */
export const SETTING_ENTRIES: readonly SettingEntry[] = [
  entry('changed', 'general', 'Changed from the default', 'overview reset changed'),
  entry('forget', 'general', 'Clear browser data', 'forget recents palette widths reset clear'),
  { ...entry('theme', 'appearance', 'Theme', 'dark light colour system'), local: 'theme' },
  { ...entry('text-size', 'appearance', 'Text size', 'font size zoom larger smaller'), local: 'textSize' },
  {
    ...entry('density', 'appearance', 'Row height', 'density compact roomy comfortable lists rows'),
    local: 'density',
  },
  { ...entry('motion', 'appearance', 'Motion', 'animation reduced fade'), local: 'motion' },
  {
    ...entry('single-keys', 'shortcuts', 'Single keys', 'letters accessibility dictation'),
    local: 'singleKeys',
  },
  {
    ...entry('keys', 'shortcuts', 'Keyboard shortcuts', 'remap keyboard shortcut hotkey binding'),
    local: 'otherKeys',
  },
  entry('tray', 'desktop', 'Icon in the tray', 'close window background menu bar keep running'),
  entry('start-at-login', 'desktop', 'Start at login', 'autostart boot session startup'),
  entry('notices', 'desktop', 'Notices', 'notification alert sound silent quiet'),
  entry('log-folder', 'desktop', 'Log of the service', 'file folder open'),
  entry('connections', 'connections', 'Connections to instances', 'remote connect address server'),
  entry('pause-sending', 'sending', 'Pause all sending', 'stop hold resume maintenance'),
  setting('enforce-https', 'sending', 'enforceHttps', 'tls http secure scheme'),
  setting('header-names', 'sending', 'whitelabelHeaders', 'whitelabel svix webhook headers family'),
  setting('svix-headers', 'sending', 'sendSvixWebhookHeaders', 'header names compatibility'),
  setting('announce-deprecation', 'sending', 'announceDeprecation', 'deprecated sunset headers'),
  setting('trace-context', 'sending', 'passTraceContext', 'traceparent tracestate opentelemetry tracing'),
  setting('secret-type', 'sending', 'defaultSecretType', 'signature ed25519 hmac secret'),
  setting('retries', 'sending', 'retryPolicy', 'retry schedule ladder waits tries policy'),
  setting('auto-disable', 'sending', 'disableEndpointOnFailure', 'failing automatic off'),
  setting('read-only', 'sending', 'readOnly', 'portal read-only integrations'),
  setting('require-types', 'sending', 'requireEndpointFilterTypes', 'filter required'),
  setting('require-channel', 'sending', 'requireEndpointChannel', 'channels required'),
  setting('endpoints-limit', 'sending', 'endpointsPerAppLimit', 'limit maximum number'),
  entry('tokens', 'tokens', 'API tokens', 'api key access admin read revoke'),
  entry('browsers', 'browsers', 'Browser sessions', 'session log out log-in revoke cookie'),
  entry('audit', 'audit', 'Audit', 'who changed history log actor compliance'),
  entry('targets', 'targets', 'Allowed private networks', 'allow target localhost loopback ssrf'),
  entry('notice-channels', 'notices', 'Notice channels', 'alert slack email mail smtp on call chat webhook'),
  setting('brand-color', 'portal', 'customColor', 'colour accent links focus contrast customer'),
  setting('logo', 'portal', 'customLogoUrl', 'picture brand icon customer'),
  setting('font', 'portal', 'customFontFamily', 'typeface family customer'),
  setting('font-file', 'portal', 'customFontFamilyUrl', 'woff woff2 typeface address'),
  setting('portal-text-size', 'portal', 'customBaseFontSize', 'font size base pixels'),
  setting('palette-light', 'portal', 'colorPaletteLight', 'colour palette background text button border'),
  setting('palette-dark', 'portal', 'colorPaletteDark', 'colour palette background text button border night'),
  setting('corners', 'portal', 'customThemeOverride', 'border radius round shape'),
  setting('channel-names', 'portal', 'customStringsOverride', 'words strings projects'),
  setting('brand-footer', 'portal', 'showSvixBrandFooter', 'powered by footer branding'),
  setting('hidden-types', 'portal', 'portalShowHiddenTypes', 'hidden feature flags endpoint'),
  setting('return-link', 'portal', 'portalReturnUrl', 'return url expired log out'),
  setting('frame-ancestors', 'portal', 'portalFrameAncestors', 'iframe embed origin svix-react csp'),
  entry(
    'portal-texts',
    'texts',
    'Texts and languages of the portal',
    'translate translation words wording locale icu',
  ),
  entry('folder', 'data', 'Data folder', 'location files size database disk'),
  entry('backup', 'data', 'Create a backup', 'copy save export'),
  entry('restore', 'data', 'Restore a backup', 'undo bring back database'),
  entry('scheduled-backups', 'data', 'Scheduled backups', 'automatic daily backup-dir keep'),
  entry('retention', 'data', 'Message retention', 'retention days delete old'),
  entry('erasure', 'data', 'Erase messages', 'erasure gdpr privacy delete customer data payload forget'),
  entry('service', 'service', 'Version, uptime and load', 'uptime memory node sqlite'),
  entry('start-settings', 'service', 'Start settings', 'flags environment port host timeout log-level'),
  entry('nodes', 'nodes', 'Nodes', 'cluster several servers slots beat lease failover replicas postgresql'),
  entry('self-check', 'diagnostics', 'Self-check', 'health disk clock dns database test'),
  entry('pacing-test', 'diagnostics', 'Test the rate limit', 'rate limit pacing measure'),
  entry('crash-test', 'diagnostics', 'Test that a crash loses nothing', 'kill durable lost'),
  entry('log', 'logs', 'Recent log lines', 'errors warnings'),
  entry('versions', 'about', 'Version', 'about electron chrome'),
  entry('licences', 'about', 'Package licenses', 'license open source third party'),
];

/** An item that changes a setting of the instance. */
function setting(
  id: string,
  page: SettingsPageName,
  server: keyof typeof SETTING_LABELS,
  terms: string,
): SettingEntry {
  return { ...entry(id, page, SETTING_LABELS[server], terms), server };
}

function entry(id: string, page: SettingsPageName, label: string, terms: string): SettingEntry {
  return { id, page, label, terms };
}

/** Whether a setting differs from its default; false for an entry without a setting, and while unknown. */
export function differs(of: SettingEntry, server: SettingsOut | undefined, local: LocalSettings): boolean {
  if (of.local) return local[of.local] !== LOCAL_DEFAULTS[of.local];
  if (!of.server || !server) return false;
  return JSON.stringify(server[of.server]) !== JSON.stringify(SETTING_DEFAULTS[of.server]);
}

/** The entries on pages that are listed here. */
export function listedEntries(): readonly SettingEntry[] {
  const pages = new Set(listedPages().map(({ page }) => page));
  return SETTING_ENTRIES.filter(({ page }) => pages.has(page));
}

/** Entries that contain every word of a query; matches in the label come first. */
export function findSettings(
  query: string,
  pageWord: (page: SettingsPageName) => string,
): readonly SettingEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = listedEntries().filter(({ label, terms, page }) => {
    const text = `${label} ${terms} ${pageWord(page)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const inLabel = ({ label }: SettingEntry) => wanted.every((word) => label.toLowerCase().includes(word));
  return [...found.filter(inLabel), ...found.filter((entry) => !inLabel(entry))];
}
