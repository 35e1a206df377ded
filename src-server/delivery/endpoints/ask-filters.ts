import type { FilterQuestion, FilterVerdicts } from '../../message-filter/judge-messages';

/** Judges messages of one application by filters of its endpoints; see `judgeMessages`. */
export type AskFilters = (question: FilterQuestion) => Promise<FilterVerdicts>;

/** The same for each application. */
export type AskFiltersOf = (appId: string) => AskFilters;
