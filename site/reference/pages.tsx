import type { ReactElement } from 'react';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import { Foot } from '../front/frame.tsx';
import type { Page } from '../page.ts';
import { CallArticle } from './call.tsx';
import { type Group, groupsOf, slugOf } from './document.ts';
import { Head } from './head.tsx';
import { Introduction } from './introduction.tsx';
import { MEANINGS, Meanings } from './meanings.tsx';
import { Navigation, type Place } from './navigation.tsx';
import { OWN_PAGES, OwnPages } from './own-pages.tsx';
import { Schema } from './schema.tsx';

/**
 * The API reference: an introduction at `/docs/api`, a page for each group at `/docs/api/{slug}`, and its search. Each
 * page is there twice: with links to pages for visitors, and without them for gateways that have none.
 */
export function referencePages(document: OpenApiDocument): Page[] {
  const groups = groupsOf(document);
  return [false, true].flatMap((isBare) => pagesOf(document, { groups, isBare }));
}

type Kind = Pick<Place, 'groups' | 'isBare'>;

function pagesOf(document: OpenApiDocument, kind: Kind): Page[] {
  const { groups, isBare } = kind;
  const { title } = document.info;
  const page = (
    slug: string,
    { name, description, body }: { name: string; description: string; body: ReactElement },
  ) => ({
    name: `${isBare ? 'bare-' : ''}docs-api${slug === '' ? '' : `-${slug}`}`,
    title: name === '' ? `${title} reference` : `${name} – ${title} reference`,
    description,
    body: (
      <Frame {...kind} slug={slug}>
        {body}
      </Frame>
    ),
  });
  return [
    page('', {
      name: '',
      description: 'How to accept crypto payments and send money with the Tidegate API.',
      body: <Introduction groups={groups} isBare={isBare} />,
    }),
    page(MEANINGS.slug, { ...MEANINGS, body: <Meanings document={document} /> }),
    page(OWN_PAGES.slug, { ...OWN_PAGES, body: <OwnPages groups={groups} /> }),
    page('search', { name: 'Search', description: `Search the ${title} reference.`, body: <SearchResults /> }),
    ...groups.map((group) =>
      page(group.slug, {
        name: group.name,
        description: group.description === '' ? `${group.name} in the ${title}.` : group.description,
        body: <GroupContent document={document} group={group} />,
      }),
    ),
  ];
}

/** Filled in by `api/routes/search.ts`. */
function SearchResults() {
  return (
    <div className="results">
      <h1>__SEARCH_HEADING__</h1>
      __SEARCH_RESULTS__
    </div>
  );
}

function GroupContent({ document, group }: { readonly document: OpenApiDocument; readonly group: Group }) {
  return (
    <>
      <h1>{group.name}</h1>
      <p className="lead">{group.description}</p>
      {group.isInternal && (
        <p className="note">
          <a href={`/docs/api/${OWN_PAGES.slug}`}>Tidegate’s own pages</a> use these calls with the session of a
          signed-in person. They can change at any time: for an integration, use the calls with an API key.
        </p>
      )}
      {group.calls.map((call) => (
        <CallArticle key={call.id} document={document} call={call} withCode={!group.isInternal} />
      ))}
      {group.schemas.length > 0 && (
        <section aria-labelledby="objects">
          <h2 id="objects">Objects</h2>
          {group.schemas.map(([name, schema]) => (
            <section key={name} aria-labelledby={`object-${slugOf(name)}`} className="object">
              <h3 id={`object-${slugOf(name)}`}>{name}</h3>
              <Schema schema={schema} />
            </section>
          ))}
        </section>
      )}
    </>
  );
}

interface FrameProps extends Place {
  readonly children: ReactElement;
}

function Frame({ children, ...place }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Head isBare={place.isBare}>
        <Navigation {...place} />
      </Head>
      <div className="columns with-side">
        <div className="side">
          <Navigation {...place} />
        </div>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Foot isBare={place.isBare} />
      <p id="said" className="unseen" role="status" />
    </>
  );
}
