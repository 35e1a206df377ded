import shell from '../shared/static-page/static-page.module.css';
import { BlockMarkdown } from '../ui/block-markdown';
import { InlineMarkdown } from '../ui/inline-markdown';
import styles from './docs.module.css';
import { type Guide, guideHref } from './guides';

/** One guide, section by section. */
export function GuidePage({ guide }: { readonly guide: Guide }) {
  return (
    <>
      <header className={styles.masthead}>
        <h1 className={styles.heading}>{guide.title}</h1>
        <p className={styles.facts}>
          <InlineMarkdown text={guide.lead} hrefOf={guideHref} />
        </p>
      </header>
      {guide.sections.map(({ id, title, text }) => (
        <section key={id} id={id} className={styles.prose}>
          <h2>
            <a className={shell.nameLink} href={`#${id}`}>
              {title}
            </a>
          </h2>
          <GuideText text={text} />
        </section>
      ))}
    </>
  );
}

/** Markdown with tables, which no text of others has. */
function GuideText({ text }: { readonly text: string }) {
  return text
    .split(/^((?:\|.*(?:\n|$))+)/m)
    .map((part) =>
      part.startsWith('|') ? (
        <Table key={part} lines={part.trim().split('\n')} />
      ) : (
        <BlockMarkdown key={part} text={part} topHeading={4} hrefOf={guideHref} />
      ),
    );
}

function Table({ lines: [head = '', , ...rows] }: { readonly lines: readonly string[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {cellsOf(head).map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {cellsOf(row).map((cell) => (
              <td key={cell}>
                <InlineMarkdown text={cell} hrefOf={guideHref} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
