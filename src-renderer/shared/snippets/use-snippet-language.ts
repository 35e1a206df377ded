import { create } from 'zustand';
import { rememberedLanguage, rememberLanguage } from './remembered-language';
import { type SnippetLanguage, snippetLanguage } from './snippet-language';

interface SnippetLanguageState {
  /** Null: none was chosen yet. */
  readonly language: SnippetLanguage | null;
  readonly choose: (id: string) => void;
}

/** The language of all code on the page: choosing it in one place changes it everywhere. */
export const useSnippetLanguage = create<SnippetLanguageState>((set) => ({
  language: rememberedLanguage(),
  choose(id) {
    const language = snippetLanguage(id);
    if (language === null) return;
    rememberLanguage(language);
    set({ language });
  },
}));
