import { record } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { preventable } from './preventable';
import { Emitter, strict } from './strict';
import { CONFIG } from './surroundings';

/** Those that were shown, oldest first, for the spec's presses. */
export const NOTIFICATIONS: CoveredNotification[] = [];

class CoveredNotification extends Emitter implements Covered<Electron.Notification, 'notification'> {
  title: string;
  body: string;
  silent: boolean;
  urgency: 'normal' | 'critical' | 'low';
  actions: Electron.NotificationAction[];

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.urgency = options.urgency ?? 'normal';
    this.actions = options.actions ?? [];
  }
  show(): void {
    const { title, body, silent, urgency, actions } = this;
    record('notification.show', { title, body, silent, urgency, actions });
    NOTIFICATIONS.push(this);
    this.emit('show', preventable({}));
  }
  close(): void {
    record('notification.close', this.title);
    this.emit('close', preventable({}));
  }

  /** What a person's press on it, or on one of its buttons, does. */
  press(action?: number): void {
    if (action === undefined) this.emit('click', preventable({}));
    else this.emit('action', preventable({ actionIndex: action }), action);
  }
}

/** See Electron's `Notification`: recorded, and pressed by the spec. */
export const Notification = class {
  constructor(options?: Electron.NotificationConstructorOptions) {
    // biome-ignore lint/correctness/noConstructorReturn: what `new` gives is the one that throws on what it lacks
    return strict(
      'notification',
      new CoveredNotification(options),
      MEMBERS.notification,
      EVENTS.notification,
    );
  }
  static isSupported(): boolean {
    return CONFIG.notifications ?? true;
  }
} as unknown as Pick<typeof Electron.Notification, 'isSupported'> &
  (new (
    options?: Electron.NotificationConstructorOptions,
  ) => Electron.Notification);
