import { Fragment } from 'react';
import type { Language } from '../../domain/languages.ts';
import { pathIn } from '../../domain/site/translations.ts';
import { useSite } from '../words.ts';

interface LinkInText {
  readonly to: string;
  readonly title: string;
  /** To the page in this language, whatever the reader's is. */
  readonly hrefLang?: Language;
}

interface WithLinksProps {
  /** With `{name}` where a link is: words hold no HTML. */
  readonly text: string;
  readonly links: Readonly<Record<string, LinkInText>>;
}

/** A sentence with links in it, to pages in the reader's language where they are there. */
export function WithLinks({ text, links }: WithLinksProps) {
  const { link } = useSite();
  return text.split(/\{(\w+)\}/).map((part, at) => {
    const found = at % 2 === 1 ? links[part] : undefined;
    const key = `${at} ${part}`;
    if (found === undefined) return <Fragment key={key}>{part}</Fragment>;
    return (
      <a
        key={key}
        {...(found.hrefLang === undefined
          ? link(found.to)
          : { href: pathIn(found.hrefLang, found.to), hrefLang: found.hrefLang })}
      >
        {found.title}
      </a>
    );
  });
}
