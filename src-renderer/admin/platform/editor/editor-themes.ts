import { monaco } from './monaco';

/**
 * Monaco takes only hex colours: this draws each token on a canvas pixel and reads it back, so that the editor has
 * exactly the page's colours.
 * @param isForced true: those that the reader forces on all pages
 */
export function defineEditorTheme(dark: boolean, isForced: boolean): string {
  const name = `posthorn-${dark ? 'dark' : 'light'}${isForced ? '-forced' : ''}`;
  const read = tokenReader(isForced);
  monaco.editor.defineTheme(name, {
    base: isForced ? (dark ? 'hc-black' : 'hc-light') : dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: read('--json-key') },
      { token: 'string.value.json', foreground: read('--json-string') },
      { token: 'number.json', foreground: read('--json-number') },
      { token: 'keyword.json', foreground: read('--json-word') },
      { token: 'delimiter', foreground: read('--text') },
    ],
    colors: {
      'editor.background': `#${read('--surface')}`,
      'editor.foreground': `#${read('--text')}`,
      'editorLineNumber.foreground': `#${read('--muted')}`,
      'editorLineNumber.activeForeground': `#${read('--text')}`,
      'editor.selectionBackground': `#${read('--selected')}`,
      ...(isForced ? { 'editor.selectionForeground': `#${read('--surface')}` } : {}),
      'editor.lineHighlightBackground': `#${read('--hover')}`,
      'editor.lineHighlightBorder': `#${read('--hover')}`,
      'editorBracketHighlight.foreground1': `#${read('--text')}`,
      'editorBracketHighlight.foreground2': `#${read('--text')}`,
      'editorBracketHighlight.foreground3': `#${read('--text')}`,
      'editorIndentGuide.background1': `#${read('--hairline')}`,
      'editorIndentGuide.activeBackground1': `#${read('--control-border')}`,
      'editorError.foreground': `#${read('--failed')}`,
      'editorWidget.background': `#${read('--raised')}`,
      'editorCursor.foreground': `#${read('--accent')}`,
      focusBorder: `#${read('--accent')}`,
    },
  });
  return name;
}

const SURFACES = ['--surface', '--raised', '--hover'];

function tokenReader(isForced: boolean): (token: string) => string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('span');
  return (token) => {
    if (!context) return '808080';
    probe.style.color = isForced ? forcedColor(token) : `var(${token})`;
    document.body.append(probe);
    context.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('');
  };
}

/** Monaco takes its own colours even then: they are to be those of the system. */
function forcedColor(token: string): string {
  if (SURFACES.includes(token)) return 'Canvas';
  return token === '--selected' ? 'Highlight' : 'CanvasText';
}
