import { createContext } from 'react';

/** The key that goes to the search field of a page; null: none does. A page that lets it be changed says which. */
export const SearchKeyContext = createContext<string | null>('/');
