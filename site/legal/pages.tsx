import { LEGAL_DOCUMENTS, type LegalDocument, type LegalSlug } from '../../domain/legal/documents.ts';
import type { Section } from '../articles/markdown.ts';
import { Contents } from '../front/contents.tsx';
import { FrontFrame } from '../front/frame.tsx';
import type { Page } from '../page.ts';
import { readLegalTexts, renderLegal } from './legal-text.ts';

/**
 * The legal documents and their list, twice: in the frame of the pages for visitors, and without links to these for
 * gateways that have none.
 */
export async function legalPages(): Promise<Page[]> {
  const texts = await readLegalTexts();
  const documents = LEGAL_DOCUMENTS.map((document) => ({
    document,
    ...renderLegal(document.slug, texts.get(document.slug) ?? ''),
  }));
  return [false, true].flatMap((isBare) => [
    listPage(isBare),
    ...documents.map(({ document, html, sections }) => documentPage(document, { html, sections, isBare })),
  ]);
}

/** In the version's place until the page is served: the operator's settings may make it a later one. */
export function versionMark(slug: LegalSlug): string {
  return `__VERSION_${slug.toUpperCase().replaceAll('-', '_')}__`;
}

interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
  readonly isBare: boolean;
}

function documentPage(
  document: LegalDocument & { readonly slug: LegalSlug },
  { html, sections, isBare }: Rendered,
): Page {
  const { slug, title, about } = document;
  return {
    name: `${isBare ? 'bare-' : ''}legal-${slug}`,
    ...(isBare ? {} : { path: `/legal/${slug}` }),
    template: 'front',
    title: `${title} – Tidegate`,
    description: about,
    body: (
      <FrontFrame isBare={isBare}>
        <div className="wrap reading legal">
          <Contents sections={sections} />
          <article className="column">
            <p className="meta">
              <a href="/legal">Legal documents</a> · Version of {versionMark(slug)}
            </p>
            <h1>{title}</h1>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: of our own Markdown, in which HTML is text */}
            <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
          </article>
          <nav className="neighbors" aria-label="Other legal documents">
            {LEGAL_DOCUMENTS.filter((other) => other.slug !== slug).map((other) => (
              <a key={other.slug} href={`/legal/${other.slug}`}>
                {other.title}
              </a>
            ))}
          </nav>
        </div>
      </FrontFrame>
    ),
  };
}

function listPage(isBare: boolean): Page {
  return {
    name: `${isBare ? 'bare-' : ''}legal`,
    ...(isBare ? {} : { path: '/legal' }),
    template: 'front',
    title: 'Legal documents – Tidegate',
    description: 'Terms, privacy, money laundering, cookies, prohibited goods and countries, refunds and complaints.',
    body: (
      <FrontFrame isBare={isBare}>
        <div className="wrap listing">
          <h1>What we have agreed on, in full</h1>
          <p className="lead">Each document has a version. The numbers in it are those that the gateway acts on.</p>
          <ul>
            {LEGAL_DOCUMENTS.map(({ slug, title, about }) => (
              <li key={slug}>
                <a href={`/legal/${slug}`}>{title}</a>
                <p>{about}</p>
                <p className="meta">Version of {versionMark(slug)}</p>
              </li>
            ))}
          </ul>
        </div>
      </FrontFrame>
    ),
  };
}
