/*
 * What the public page loads: its styles, and a small script that adds what HTML alone cannot do. Without it the
 * page is complete; with it there are a filter over the names, buttons that copy the examples, and "Expand all".
 *
 * The build keeps the rules of a CSS module only while one of its names is used, and the whole map of names when
 * they are read from the default import. So each module is used by the one name that the script needs.
 */
import '../ui/base.css';
import * as schemaView from '../schema-view/schema-view.module.css';
import * as codeBlock from '../ui/code-block.module.css';
import * as nameLockup from '../ui/name-lockup.module.css';
import * as page from './public-catalog.module.css';

/** What a CSS module really exports; the types only know its default export. */
type Names = { readonly [name: string]: string };
const fields = (schemaView as unknown as Names).rows;
const block = (codeBlock as unknown as Names).block;
const lockup = (nameLockup as unknown as Names).name;
const added = (page as unknown as Names).added;

function addButton(text: string, label: string, onclick: (button: HTMLButtonElement) => void) {
  const button = document.createElement('button');
  button.className = added ?? '';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  button.onclick = () => onclick(button);
  return button;
}

for (const example of document.querySelectorAll<HTMLElement>(`.${block}`)) {
  const text = example.querySelector('code')?.textContent ?? '';
  const copy = addButton('Copy', `Copy ${example.dataset.copy}`, (button) => {
    const say = (word: string) => {
      button.textContent = word;
    };
    Promise.resolve(navigator.clipboard.writeText(text)).then(
      () => say('Copied'),
      () => say('Not allowed here'),
    );
    setTimeout(say, 2000, 'Copy');
  });
  example.prepend(copy);
}

for (const tree of document.querySelectorAll(`.${fields}`)) {
  const all = [...tree.querySelectorAll('details')];
  if (all.length === 0) continue;
  const label = tree.closest('article')?.id ?? '';
  const toggle = addButton('Expand all', `Expand all fields of ${label}`, (button) => {
    const open = all.some((details) => !details.open);
    for (const details of all) details.open = open;
    button.textContent = open ? 'Collapse all' : 'Expand all';
    button.setAttribute('aria-label', `${button.textContent} fields of ${label}`);
  });
  tree.before(toggle);
}

for (const list of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const names = [...list.querySelectorAll<HTMLElement>(`li:has(.${lockup})`)];
  if (names.length < 8) continue;
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Filter event types';
  input.setAttribute('aria-label', 'Filter event types');
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of names) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    for (const group of list.querySelectorAll<HTMLElement>('[data-filter-group]')) {
      group.hidden = !group.querySelector('li:not([hidden])');
    }
    told.textContent = input.value === '' ? '' : `${shown} of ${names.length}`;
  };
  list.prepend(input, told);
}

addEventListener('keydown', (event) => {
  const filter = document.querySelector<HTMLInputElement>('[data-filter] input');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || !filter || event.target === filter) return;
  event.preventDefault();
  filter.focus();
});
