import { fault, record } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { preventable } from './preventable';
import { Emitter, strict } from './strict';

let applicationMenu: Electron.Menu | null = null;

/** One entry, with what its template says; a press calls what the program gave for it. */
class Item {
  readonly submenu?: Electron.Menu;
  readonly #template: Electron.MenuItemConstructorOptions;
  checked: boolean;
  enabled: boolean;
  visible: boolean;
  label: string;

  constructor(template: Electron.MenuItemConstructorOptions) {
    for (const key of Object.keys(template))
      if (!ITEM_KEYS.has(key)) throw fault(`The double of Electron knows no ${key} of a menu item.`);
    if (template.accelerator !== undefined && !ACCELERATOR.test(template.accelerator as string))
      throw new Error(`Invalid accelerator: ${template.accelerator}`);
    this.#template = template;
    this.checked = template.checked ?? false;
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.label = template.label ?? template.role ?? '';
    if (template.submenu)
      this.submenu = Array.isArray(template.submenu)
        ? Menu.buildFromTemplate(template.submenu)
        : (template.submenu as Electron.Menu);
  }
  get id(): string | undefined {
    return this.#template.id;
  }
  get role(): string | undefined {
    return this.#template.role;
  }
  get type(): string {
    return this.#template.type ?? (this.#template.submenu ? 'submenu' : 'normal');
  }
  get accelerator(): string | undefined {
    return this.#template.accelerator as string | undefined;
  }
  /** What a person's press does. */
  click(): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.#template.role) record('menu role', this.#template.role);
    this.#template.click?.(
      this as unknown as Electron.MenuItem,
      undefined,
      preventable({}) as unknown as Electron.KeyboardEvent,
    );
  }
}

class CoveredMenu extends Emitter implements Covered<Electron.Menu, 'menu'> {
  items: Electron.MenuItem[] = [];

  append(item: Electron.MenuItem): void {
    this.items.push(item);
  }
  insert(at: number, item: Electron.MenuItem): void {
    this.items.splice(at, 0, item);
  }
  getMenuItemById(id: string): Electron.MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(_options?: Electron.PopupOptions): void {
    record(
      'menu.popup',
      this.items.map(({ label }) => label),
    );
  }
}

/** A press on the item with these labels, from the outermost menu on. */
export function pressItem(menu: Electron.Menu | null, labels: readonly string[]): void {
  let items: readonly Electron.MenuItem[] = menu?.items ?? [];
  for (const [at, label] of labels.entries()) {
    const item = items.find((other) => other.label === label);
    if (!item)
      throw new Error(`There is no ${label}; there is: ${items.map((other) => other.label).join(', ')}`);
    if (at === labels.length - 1) item.click();
    else items = item.submenu?.items ?? [];
  }
}

/** See Electron's `Menu`. */
export const Menu = strict(
  'Menu',
  {
    buildFromTemplate(template: (Electron.MenuItemConstructorOptions | Electron.MenuItem)[]): Electron.Menu {
      const menu = new CoveredMenu();
      menu.items = template.map(
        (item) => new Item(item as Electron.MenuItemConstructorOptions) as unknown as Electron.MenuItem,
      );
      return strict('menu', menu, MEMBERS.menu, EVENTS.tray) as unknown as Electron.Menu;
    },
    setApplicationMenu(menu: Electron.Menu | null): void {
      applicationMenu = menu;
      record(
        'Menu.setApplicationMenu',
        menu?.items.map(({ label }) => label),
      );
    },
    getApplicationMenu: (): Electron.Menu | null => applicationMenu,
  } satisfies Pick<typeof Electron.Menu, (typeof MEMBERS.Menu)[number]>,
  MEMBERS.Menu,
);

const ITEM_KEYS = new Set(
  'accelerator checked click enabled icon id label role sublabel submenu toolTip type visible'.split(' '),
);
/** Electron throws on a key that it does not know, and with it the whole menu is lost. */
const ACCELERATOR =
  /^((CmdOrCtrl|CommandOrControl|Command|Cmd|Control|Ctrl|Alt|Option|Shift|Super|Meta)\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4])|[^\w\s+]|Plus|Space|Tab|Backspace|Delete|Insert|Return|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc)$/i;
