/**
 * Shows that the code of the first screen could not be loaded, in place of the sign that it is loading, which would stay
 * there for ever. In English: other languages are not there either.
 */
export function showNotLoaded(): void {
  const root = document.getElementById('root');
  root?.querySelector('[role=status]')?.remove();
  const main = document.createElement('main');
  main.lang = 'en';
  main.style.padding = '24px';
  const title = document.createElement('h1');
  title.textContent = 'This page could not be loaded';
  const cause = document.createElement('p');
  cause.role = 'alert';
  cause.style.margin = '8px 0 16px';
  cause.textContent = 'The server cannot be reached, or was updated.';
  const reload = document.createElement('button');
  reload.textContent = 'Reload';
  reload.addEventListener('click', () => location.reload());
  main.append(title, cause, reload);
  root?.append(main);
}
