import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { LEGAL_DOCUMENTS, type LegalSlug } from '../../domain/legal/documents.ts';
import { fillText } from '../../domain/text/messages.ts';
import { Contents } from '../front/contents.tsx';
import { FrontFrame } from '../front/frame.tsx';
import { WithLinks } from '../front/with-links.tsx';
import { inEveryLanguage, type Page } from '../page.ts';
import { useSite } from '../words.ts';
import { type LegalText, readLegalTexts, renderLegal } from './legal-text.ts';
import { legalWords } from './words.ts';

type TextOf = (language: Language, slug: LegalSlug) => LegalText;

/**
 * The legal documents and their list in every language, twice: in the frame of the pages for visitors, and without
 * links to these for gateways that have none.
 */
export async function legalPages(): Promise<Page[]> {
  const textOf = await renderAll();
  return [false, true].flatMap((isBare) => [
    ...listPages(isBare),
    ...LEGAL_DOCUMENTS.flatMap(({ slug }) => documentPages(slug, { textOf, isBare })),
  ]);
}

async function renderAll(): Promise<TextOf> {
  const texts = new Map<string, LegalText>();
  for (const language of LANGUAGES) {
    const markdown = await readLegalTexts(language);
    for (const { slug } of LEGAL_DOCUMENTS)
      texts.set(`${language}/${slug}`, renderLegal(language, slug, markdown.get(slug) ?? '', texts.get(`en/${slug}`)));
  }
  return (language, slug) => texts.get(`${language}/${slug}`) ?? { html: '', sections: [] };
}

/** In the version's place until the page is served: the operator's settings may make it a later one. */
export function versionMark(slug: LegalSlug): string {
  return `__VERSION_${slug.toUpperCase().replaceAll('-', '_')}__`;
}

interface Kind {
  readonly textOf: TextOf;
  readonly isBare: boolean;
}

/** Without the site, the documents are at the same paths, but no search engine lists them. */
function pagesAt(path: string, isBare: boolean, make: Parameters<typeof inEveryLanguage>[1]): Page[] {
  const pages = inEveryLanguage(path, make);
  return isBare ? pages.map(({ path: _listed, ...page }) => page) : pages;
}

function documentPages(slug: LegalSlug, { textOf, isBare }: Kind): Page[] {
  return pagesAt(`/legal/${slug}`, isBare, (language) => {
    const { title, about } = legalWords(language).documents[slug];
    return {
      name: `${isBare ? 'bare-' : ''}legal-${slug}`,
      template: 'front',
      title: `${title} – Tidegate`,
      description: about,
      body: <LegalDocumentPage slug={slug} text={textOf(language, slug)} isBare={isBare} />,
    };
  });
}

interface LegalDocumentPageProps {
  readonly slug: LegalSlug;
  readonly text: LegalText;
  readonly isBare: boolean;
}

function LegalDocumentPage({ slug, text: { html, sections }, isBare }: LegalDocumentPageProps) {
  const { language, link } = useSite();
  const { list, documents } = legalWords(language);
  return (
    <FrontFrame isBare={isBare}>
      <div className="wrap reading legal">
        <Contents sections={sections} />
        <article className="column">
          <p className="meta">
            <a {...link('/legal')}>{list.title}</a> · {fillText(list.version, { date: versionMark(slug) })}
          </p>
          <h1>{documents[slug].title}</h1>
          {language === 'en' ? null : <Prevails slug={slug} />}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: of our own Markdown, in which HTML is text */}
          <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
        </article>
        <nav className="neighbors" aria-label={list.others}>
          {LEGAL_DOCUMENTS.filter((other) => other.slug !== slug).map((other) => (
            <a key={other.slug} {...link(`/legal/${other.slug}`)}>
              {documents[other.slug].title}
            </a>
          ))}
        </nav>
      </div>
    </FrontFrame>
  );
}

/** Which text is binding, with a link to it. */
function Prevails({ slug }: { readonly slug: LegalSlug }) {
  const { prevails, english } = legalWords(useSite().language).list;
  return (
    <p className="note">
      <WithLinks text={prevails} links={{ english: { to: `/legal/${slug}`, title: english, hrefLang: 'en' } }} />
    </p>
  );
}

function listPages(isBare: boolean): Page[] {
  return pagesAt('/legal', isBare, (language) => {
    const { title, description } = legalWords(language).list;
    return {
      name: `${isBare ? 'bare-' : ''}legal`,
      template: 'front',
      title: `${title} – Tidegate`,
      description,
      body: <LegalList isBare={isBare} />,
    };
  });
}

function LegalList({ isBare }: { readonly isBare: boolean }) {
  const { language, link } = useSite();
  const { list, documents } = legalWords(language);
  return (
    <FrontFrame isBare={isBare}>
      <div className="wrap listing">
        <h1>{list.heading}</h1>
        <p className="lead">{list.lead}</p>
        <ul>
          {LEGAL_DOCUMENTS.map(({ slug }) => (
            <li key={slug}>
              <a {...link(`/legal/${slug}`)}>{documents[slug].title}</a>
              <p>{documents[slug].about}</p>
              <p className="meta">{fillText(list.version, { date: versionMark(slug) })}</p>
            </li>
          ))}
        </ul>
      </div>
    </FrontFrame>
  );
}
