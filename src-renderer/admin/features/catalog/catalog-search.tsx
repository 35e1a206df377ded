import { memo, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { SearchField } from '../../../ui/search-field';

interface CatalogSearchProps {
  readonly value: string;
  readonly onChange: (search: string) => void;
}

/** The search box of the catalog. A letter renders only the box; the list follows as time allows. */
export const CatalogSearch = memo(function CatalogSearch({ value, onChange }: CatalogSearchProps) {
  const [text, setText] = useState(value);
  /** The last typed value. A different value came from elsewhere: a link, or a button that clears the search. */
  const typed = useRef(value);
  useLayoutEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    setText(value);
  }, [value]);
  return (
    <SearchField
      label="Search names, descriptions, fields"
      value={text}
      onChange={(next) => {
        typed.current = next;
        setText(next);
        startTransition(() => onChange(next));
      }}
    />
  );
});
