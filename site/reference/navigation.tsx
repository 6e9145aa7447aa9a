import type { Group } from './document.ts';
import { guidesOf } from './guides.ts';
import { MEANINGS } from './meanings.tsx';
import { OWN_PAGES } from './own-pages.tsx';

/** A page of the reference, and the others. */
export interface Place {
  readonly groups: readonly Group[];
  /** The page that is read; empty for the introduction. */
  readonly slug: string;
  /** Without links to pages for visitors: for gateways that have none. */
  readonly isBare: boolean;
}

/** Beside every page of the reference. */
export function Navigation({ groups, slug, isBare }: Place) {
  const own = groups.filter(({ isInternal }) => isInternal);
  const isOwn = slug === OWN_PAGES.slug || own.some((group) => group.slug === slug);
  const current = (path: string) => (path === slug ? 'page' : undefined);
  return (
    <nav className="tree" aria-label="API reference">
      <SearchForm />
      <p>
        <a href="/docs/api" aria-current={current('')}>
          Introduction
        </a>
      </p>
      <p>
        <a href={`/docs/api/${MEANINGS.slug}`} aria-current={current(MEANINGS.slug)}>
          {MEANINGS.name}
        </a>
      </p>
      <p className="kind">Guides</p>
      <ul>
        {guidesOf(isBare).map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a>
          </li>
        ))}
      </ul>
      <p className="kind">Calls</p>
      <Groups groups={groups.filter(({ isInternal }) => !isInternal)} slug={slug} />
      <p className="kind">For programs</p>
      <ul>
        <li>
          <a href="/docs/openapi.public.json">OpenAPI document</a>
        </li>
        <li>
          <a href="/docs/asyncapi.json">AsyncAPI document</a>
        </li>
        <li>
          <a href="/llms.txt">Guides as Markdown</a>
        </li>
      </ul>
      <p className="kind">Appendix</p>
      <ul>
        <li>
          <a href={`/docs/api/${OWN_PAGES.slug}`} aria-current={current(OWN_PAGES.slug)}>
            {OWN_PAGES.name}
          </a>
          {isOwn && <Groups groups={own} slug={slug} />}
        </li>
      </ul>
    </nav>
  );
}

/** The server answers, so that it needs no script. */
function SearchForm() {
  return (
    <search>
      <form className="find" action="/docs/api/search">
        <label>
          <span className="unseen">Search the reference</span>
          <input type="search" name="q" required maxLength={100} placeholder="Search the reference" />
        </label>
      </form>
    </search>
  );
}

function Groups({ groups, slug }: Pick<Place, 'groups' | 'slug'>) {
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.slug}>
          <a href={`/docs/api/${group.slug}`} aria-current={group.slug === slug ? 'page' : undefined}>
            {group.name}
          </a>
          {group.slug === slug && <Parts of={group} />}
        </li>
      ))}
    </ul>
  );
}

function Parts({ of: { calls, schemas } }: { readonly of: Group }) {
  return (
    <ul>
      {calls.map(({ id, operation, path }) => (
        <li key={id}>
          <a href={`#${id}`}>{operation.summary ?? path}</a>
        </li>
      ))}
      {schemas.length > 0 && (
        <li>
          <a href="#objects">Objects</a>
        </li>
      )}
    </ul>
  );
}
