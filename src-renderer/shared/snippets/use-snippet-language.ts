import { create } from 'zustand';
import { rememberedLanguage, rememberLanguage } from './remembered-language';
import { type SnippetLanguage, snippetLanguage } from './snippet-language';

interface SnippetLanguageState {
  readonly language: SnippetLanguage;
  readonly choose: (language: string) => void;
}

/** The language of all code on the page: choosing it in one place changes it everywhere. */
export const useSnippetLanguage = create<SnippetLanguageState>((set) => ({
  language: rememberedLanguage(),
  choose(id) {
    const language = snippetLanguage(id);
    rememberLanguage(language);
    set({ language });
  },
}));
