/**
 * Monaco from our own files: the core, every editor feature, and JSON alone. Nothing is loaded from elsewhere:
 * `loader` would otherwise fetch Monaco from a public network, which the page's policy forbids.
 */
import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import 'monaco-editor/languages/features/json/register';

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};
loader.config({ monaco: monaco as never });

export { monaco };
