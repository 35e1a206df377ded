import type { DocsTables } from '../../src-server/contract/api-description';
import { DOCS_HOME } from './docs-address';
import backup from './guides/backup.md?raw';
import catalogInGit from './guides/catalog-in-git.md?raw';
import commandLine from './guides/command-line.md?raw';
import desktop from './guides/desktop.md?raw';
import filters from './guides/filters.md?raw';
import glossary from './guides/glossary.md?raw';
import metrics from './guides/metrics.md?raw';
import notices from './guides/notices.md?raw';
import polling from './guides/polling.md?raw';
import portalLanguages from './guides/portal-languages.md?raw';
import proxies from './guides/proxies.md?raw';
import receivers from './guides/receivers.md?raw';
import releases from './guides/releases.md?raw';
import running from './guides/running.md?raw';
import settings from './guides/settings.md?raw';
import severalNodes from './guides/several-nodes.md?raw';
import smallServer from './guides/small-server.md?raw';
import tokens from './guides/tokens.md?raw';
import types from './guides/types.md?raw';

/** A page for whoever runs the service or receives its messages. */
export interface Guide {
  /** The page, below the first one. */
  readonly path: string;
  readonly title: string;
  /** One paragraph: what the page is for. */
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}

interface GuideSection {
  /** Its anchor on the page. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** In the order of the index. The texts are files, so that they can be read without a server, too. */
const TEXTS: Readonly<Record<string, string>> = {
  running,
  desktop,
  settings,
  tokens,
  'command-line': commandLine,
  backup,
  'small-server': smallServer,
  proxies,
  receivers,
  polling,
  filters,
  'portal-languages': portalLanguages,
  types,
  'catalog-in-git': catalogInGit,
  releases,
  notices,
  metrics,
  'several-nodes': severalNodes,
  glossary,
};

/** @param tables what `<!-- name -->` in a text stands for */
export function guidesWith(tables: DocsTables): readonly Guide[] {
  return Object.entries(TEXTS).map(([path, text]) => guideOf(path, filled(text, tables)));
}

/** The address of what a guide refers to as `backup.md` or `backup.md#restore`. Null: it is no guide. */
export function guideHref(reference: string): string | null {
  const [file = '', anchor] = reference.split('#');
  const path = file.replace(/\.md$/, '');
  if (!(path in TEXTS) || path === file) return null;
  return `${DOCS_HOME}${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

function filled(text: string, tables: DocsTables): string {
  return text.replace(/^<!-- (\w+) -->$/gm, (_mark, name: keyof DocsTables) => tables[name]);
}

/** A guide begins with its title and its lead; each `##` begins a section. */
function guideOf(path: string, text: string): Guide {
  const [head = '', ...sections] = text.split(/^## /m);
  const [title = '', lead = ''] = head.replace(/^# /, '').split(/\n\n/);
  return { path, title, lead: lead.trim(), sections: sections.map(sectionOf) };
}

function sectionOf(text: string): GuideSection {
  const [title = '', ...lines] = text.split('\n');
  return { id: anchorOfTitle(title), title, text: lines.join('\n').trim() };
}

/** As on the pages of Git hosts, so that a reference leads to the same place in both. */
function anchorOfTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
