import type { Section } from '../articles/markdown.ts';
import { useSite } from '../words.ts';

/** The list of a page's sections, beside the text from 1100 px on. */
export function Contents({ sections }: { readonly sections: readonly Section[] }) {
  const { words } = useSite();
  if (sections.length < 3) return <div />;
  return (
    <nav className="contents" aria-label={words.frame.contents}>
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
