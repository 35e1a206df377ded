/** The languages that code to copy is shown in, in the order of the choice. */
export const SNIPPET_LANGUAGES = [
  { id: 'curl', name: 'curl' },
  { id: 'javascript', name: 'JavaScript' },
  { id: 'python', name: 'Python' },
  { id: 'go', name: 'Go' },
  { id: 'java', name: 'Java' },
  { id: 'kotlin', name: 'Kotlin' },
  { id: 'csharp', name: 'C#' },
  { id: 'ruby', name: 'Ruby' },
  { id: 'php', name: 'PHP' },
  { id: 'rust', name: 'Rust' },
] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]['id'];

/** Shown until one is chosen. */
export const FIRST_LANGUAGE: SnippetLanguage = 'javascript';

/** The language with this id, as it was remembered; null if there is none. */
export function snippetLanguage(id: string | null): SnippetLanguage | null {
  return SNIPPET_LANGUAGES.find((language) => language.id === id)?.id ?? null;
}

/** Code in one language. */
export interface Snippet {
  /** The command that installs what the code imports. Null: nothing needs to be installed. */
  readonly install: string | null;
  readonly code: string;
}
