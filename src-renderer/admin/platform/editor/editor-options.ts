import type { monaco } from './monaco';

/** Options of all our JSON editors: nothing that gets in the way of a short document. */
export const EDITOR_OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontLigatures: false,
  fontSize: 12,
  lineHeight: 18,
  lineNumbersMinChars: 3,
  folding: false,
  glyphMargin: false,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: 'line',
  scrollBeyondLastLine: false,
  scrollbar: { verticalScrollbarSize: 8, horizontalScrollbarSize: 8, useShadows: false },
  stickyScroll: { enabled: false },
  tabSize: 2,
  wordWrap: 'on',
  fixedOverflowWidgets: true,
};
