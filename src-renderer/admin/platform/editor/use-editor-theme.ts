import { useEffect, useState } from 'react';
import { useTheme } from '../theme';
import { defineEditorTheme } from './editor-themes';
import { monaco } from './monaco';

/** The name of the editors' current theme; it follows the page's. */
export function useEditorTheme(): string {
  const { theme } = useTheme();
  const systemDark = useSystemDark();
  const dark = theme === 'dark' || (theme === 'system' && systemDark);
  const [name, setName] = useState(() => defineEditorTheme(dark));
  useEffect(() => {
    const next = defineEditorTheme(dark);
    monaco.editor.setTheme(next);
    setName(next);
  }, [dark]);
  return name;
}

function useSystemDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => setDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return dark;
}
