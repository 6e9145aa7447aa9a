import type { Section } from '../articles/markdown.ts';

/** The list of a page's sections, beside the text from 1100 px on. */
export function Contents({ sections }: { readonly sections: readonly Section[] }) {
  if (sections.length < 3) return <div />;
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
