import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTheme } from '../theme';
import { defineEditorTheme } from './editor-themes';
import { monaco } from './monaco';

/** Keeps the theme of all editors that of the page. */
export function useEditorTheme(): void {
  const { theme } = useTheme();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const isForced = useMedia('(forced-colors: active)');
  const dark = isForced || theme === 'system' ? systemDark : theme === 'dark';
  useEffect(() => monaco.editor.setTheme(defineEditorTheme(dark, isForced)), [dark, isForced]);
}

function useMedia(media: string): boolean {
  const [query] = useState(() => matchMedia(media));
  const follow = useCallback(
    (tell: () => void) => {
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => query.matches);
}
