/*
 * What the public page loads: its styles, and a small script that adds what HTML alone cannot do. Without it the
 * page is complete; with it there are a filter over the names and buttons that copy the examples.
 */
import '../ui/base.css';
import '../ui/name-lockup.module.css';
import '../ui/code-block.module.css';
import '../schema-view/schema-view.module.css';
import styles from './catalog.module.css';

for (const block of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button');
  button.className = styles.copy ?? '';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${block.dataset.copy}`);
  button.onclick = async () => {
    const text = block.querySelector('code')?.textContent ?? '';
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = done ? 'Copied' : 'Not allowed here';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  };
  block.prepend(button);
}

for (const list of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const rows = [...list.querySelectorAll('li')];
  if (rows.length < 8) continue;
  const input = document.createElement('input');
  input.type = 'search';
  input.className = styles.filter ?? '';
  input.placeholder = 'Filter event types';
  input.setAttribute('aria-label', 'Filter event types');
  const told = document.createElement('p');
  told.className = styles.told ?? '';
  told.setAttribute('role', 'status');
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    for (const group of list.querySelectorAll<HTMLElement>('[data-filter-group]')) {
      group.hidden = !group.querySelector('li:not([hidden])');
    }
    told.textContent = input.value === '' ? '' : `${shown} of ${rows.length}`;
  };
  list.prepend(input, told);
}

addEventListener('keydown', (event) => {
  const filter = document.querySelector<HTMLInputElement>('[data-filter] input');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || !filter || event.target === filter) return;
  event.preventDefault();
  filter.focus();
});
