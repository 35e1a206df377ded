import { monaco } from './monaco';

/** Escape, then Tab: the keyboard way out of an editor without knowing Ctrl+M. */
export function leaveWithTab(code: monaco.editor.IStandaloneCodeEditor): monaco.IDisposable {
  const { KeyCode } = monaco;
  const setFree = (tabFocusMode: boolean) => code.updateOptions({ tabFocusMode });
  const parts = [
    code.onKeyDown(({ keyCode }) => {
      if (keyCode === KeyCode.Escape) setFree(true);
      else if (keyCode !== KeyCode.Tab && keyCode !== KeyCode.Shift) setFree(false);
    }),
    code.onDidBlurEditorText(() => setFree(false)),
  ];
  return {
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  };
}
