/** Monaco from our own files: the core, every editor feature, and JSON alone. */
import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import 'monaco-editor/languages/features/json/register';

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

export { monaco };
