import { createContext } from 'react';

/** The key that focuses the search field of a page; null: none. A page with configurable keys sets it. */
export const SearchKeyContext = createContext<string | null>('/');
