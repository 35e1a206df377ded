import { useEffect, useMemo, useRef, useState } from 'react';
import layout from '../../../../ui/layout.module.css';
import { SearchField } from '../../../../ui/search-field';
import { Segmented } from '../../../../ui/segmented';
import page from '../../../parts/settings.module.css';
import { useAddressValue } from '../../../platform/use-address-value';
import { foundTexts, type ListedText, type TextFilter } from './text-list';
import { TextRow } from './text-row';
import type { TextDraft } from './use-text-draft';

interface TextListViewProps {
  readonly language: string;
  readonly texts: readonly ListedText[];
  readonly draft: TextDraft;
}

/** Drawn at once, and again each time the end comes into sight. */
const STEP = 40;

/** All texts of a language, with a search and a filter. */
export function TextListView({ language, texts, draft }: TextListViewProps) {
  const [search, setSearch] = useAddressValue('search', 300);
  const [inAddress, setFilter] = useAddressValue('show');
  const { mine, faults } = draft;
  const isTranslation = texts[0]?.shipped === null;
  const filters: readonly { readonly value: TextFilter; readonly label: string }[] = [
    { value: 'all', label: 'All' },
    { value: 'own', label: isTranslation ? 'Translated' : 'Changed' },
    ...(isTranslation ? [{ value: 'missing', label: 'Missing' } as const] : []),
    ...(faults.size > 0 || inAddress === 'faulty'
      ? [{ value: 'faulty', label: 'With errors' } as const]
      : []),
  ];
  const filter = filters.find(({ value }) => value === inAddress)?.value ?? 'all';
  // A text that is typed or reset stays in sight until something else is searched.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list is a reason
  const found = useMemo(() => {
    const isShown = (path: string) => {
      if (filter === 'faulty') return faults.has(path);
      if (filter === 'all') return true;
      return Object.hasOwn(mine, path) === (filter === 'own');
    };
    return foundTexts(texts, mine, { search, isShown });
  }, [texts, search, filter]);
  const own = Object.keys(mine).length;
  return (
    <>
      <div className={layout.rowCentered}>
        <SearchField label="Search texts" value={search} onChange={setSearch} />
        <Segmented
          label="Show"
          value={filter}
          onChange={(next) => setFilter(next === 'all' ? '' : next)}
          options={filters}
        />
        <p className={layout.meta} role="status">
          {isTranslation
            ? `${own} of ${texts.length} translated, ${texts.length - own} missing`
            : `${own} of ${texts.length} changed`}
          {found.length < texts.length && `, ${found.length} shown`}
        </p>
      </div>
      {found.length === 0 ? (
        <p className={layout.metaWrapping}>No text matches.</p>
      ) : (
        <Rows key={`${search} ${filter}`} {...{ language, draft }} texts={found} />
      )}
    </>
  );
}

function Rows({ language, texts, draft: { mine, faults, set } }: TextListViewProps) {
  const [drawn, setDrawn] = useState(STEP);
  const end = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn may have left the end in sight
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setDrawn((now) => now + STEP),
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [drawn]);
  return (
    <>
      <ul className={page.rows} aria-label="Texts">
        {texts.slice(0, drawn).map((text) => (
          <TextRow
            key={text.path}
            text={text}
            language={language}
            value={mine[text.path] ?? ''}
            fault={faults.get(text.path) ?? null}
            set={set}
          />
        ))}
      </ul>
      {drawn < texts.length && (
        <p ref={end} className={layout.meta}>
          {texts.length - drawn} more. Scroll to see them.
        </p>
      )}
    </>
  );
}
