// Loaded into a real Electron before the program (`electron -r`): records what only a person or the system would see, and
// answers dialogs for the person, under the names that the double has for the same things.
const { app, dialog, Notification, shell, utilityProcess } = require('electron');

/** @type {{ member: string, details: unknown[] }[]} */
const records = [];
/** @type {Map<string, unknown[]>} */
const replies = new Map();
Object.assign(globalThis, { desktopRecords: records, desktopReplies: replies });

/** @param {string} member @param {unknown[]} details */
function record(member, ...details) {
  records.push({ member, details: JSON.parse(JSON.stringify(details)) });
}

/** @param {string} member @param {unknown} usual */
function replyOf(member, usual) {
  const prepared = replies.get(member) ?? [];
  return prepared.length > 1 ? prepared.shift() : (prepared[0] ?? usual);
}

/** @param {unknown[]} args */
const optionsOf = (args) => /** @type {any} */ (args.length > 1 ? args[1] : args[0]);

shell.openExternal = async (url) => record('shell.openExternal', url);
shell.openPath = async (path) => {
  record('shell.openPath', path);
  return '';
};
shell.showItemInFolder = (path) => record('shell.showItemInFolder', path);
app.relaunch = (options) => record('app.relaunch', options);
dialog.showErrorBox = (title, content) => record('dialog.showErrorBox', title, content);
Object.assign(dialog, {
  /** @param {unknown[]} args */
  async showOpenDialog(...args) {
    record('dialog.showOpenDialog', optionsOf(args));
    const filePaths = /** @type {string[]} */ (replyOf('dialog.showOpenDialog', []));
    return { canceled: filePaths.length === 0, filePaths };
  },
  /** @param {unknown[]} args */
  async showSaveDialog(...args) {
    record('dialog.showSaveDialog', optionsOf(args));
    const filePath = /** @type {string} */ (replyOf('dialog.showSaveDialog', ''));
    return { canceled: filePath === '', filePath };
  },
  /** @param {unknown[]} args */
  async showMessageBox(...args) {
    const { signal, ...options } = optionsOf(args);
    record('dialog.showMessageBox', options);
    const isPrepared = replies.has('dialog.showMessageBox');
    const reply = replyOf('dialog.showMessageBox', options.cancelId ?? 0);
    if (!isPrepared && signal && !signal.aborted)
      await new Promise((done) => signal.addEventListener('abort', done));
    const response = typeof reply === 'number' ? reply : options.buttons.indexOf(reply);
    return { response, checkboxChecked: false };
  },
});

const fork = utilityProcess.fork;
utilityProcess.fork = (file, args, options) => {
  const child = fork(file, args, options);
  child.once('spawn', () =>
    record('utilityProcess.fork', options?.serviceName, child.pid, options?.execArgv ?? []),
  );
  return child;
};

const show = Notification.prototype.show;
Notification.prototype.show = function () {
  const { title, body, silent } = this;
  record('notification.show', { title, body, silent });
  show.call(this);
};

app.on('browser-window-created', (_event, window) => {
  record('window', window.id, window.getBounds());
  const own = /** @type {import('node:events').EventEmitter} */ (window);
  for (const event of ['show', 'hide', 'focus', 'minimize', 'maximize', 'restore'])
    own.on(event, () => record(`window ${event}`, window.id));
  window.once('closed', () => record('window.destroy'));
});
