import { useEffect } from 'react';

/** "/" focuses the search box of the page, unless the user is typing text. */
export function useSlashKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target;
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return;
      const search = document.querySelector<HTMLElement>('[data-search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
