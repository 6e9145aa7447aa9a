import type { OpenApiDocument } from '../../contract/open-api.ts';
import type { Page } from '../page.ts';
import { CallArticle } from './call.tsx';
import { LANGUAGES } from './code.ts';
import { type Group, groupsOf, slugOf } from './document.ts';
import { Introduction } from './introduction.tsx';
import { MEANINGS, Meanings } from './meanings.tsx';
import { Schema } from './schema.tsx';

/** The API reference: an introduction at `/docs/api`, and a page for each group at `/docs/api/{slug}`. */
export function referencePages(document: OpenApiDocument): Page[] {
  const groups = groupsOf(document);
  const { title } = document.info;
  return [
    {
      name: 'docs-api',
      title: `${title} reference`,
      description: 'How to accept crypto payments and send money with the Tidegate API.',
      body: (
        <Frame groups={groups} current={null}>
          <Introduction groups={groups} />
        </Frame>
      ),
    },
    {
      name: `docs-api-${MEANINGS.slug}`,
      title: `${MEANINGS.name} – ${title} reference`,
      description: MEANINGS.description,
      body: (
        <Frame groups={groups} current={null} isMeanings>
          <Meanings document={document} />
        </Frame>
      ),
    },
    ...groups.map((group) => ({
      name: `docs-api-${group.slug}`,
      title: `${group.name} – ${title} reference`,
      description: group.description === '' ? `${group.name} in the ${title}.` : group.description,
      body: (
        <Frame groups={groups} current={group}>
          <GroupContent document={document} group={group} />
        </Frame>
      ),
    })),
  ];
}

function GroupContent({ document, group }: { readonly document: OpenApiDocument; readonly group: Group }) {
  return (
    <>
      <h1>{group.name}</h1>
      <p className="lead">{group.description}</p>
      {group.isInternal && (
        <p className="note">
          Tidegate’s own pages use these calls with the session of a signed-in person. They can change at any time: for
          an integration, use the calls with an API key.
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

interface FrameProps {
  readonly groups: readonly Group[];
  readonly current: Group | null;
  readonly isMeanings?: boolean;
  readonly children: React.ReactNode;
}

function Frame({ groups, current, isMeanings = false, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href="/docs/api">
          Tidegate API
        </a>
        <Languages />
        <Credentials />
        <details className="menu">
          <summary>Menu</summary>
          <Navigation groups={groups} current={current} isMeanings={isMeanings} />
        </details>
      </header>
      <div className="columns with-side">
        <div className="side">
          <Navigation groups={groups} current={current} isMeanings={isMeanings} />
        </div>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <p id="said" className="unseen" role="status" />
    </>
  );
}

function Languages() {
  return (
    <fieldset className="languages">
      <legend className="unseen">Language of the examples</legend>
      {LANGUAGES.map(({ id, title }, index) => (
        <label key={id}>
          <input type="radio" name="language" value={id} id={`language-${id}`} defaultChecked={index === 0} /> {title}
        </label>
      ))}
    </fieldset>
  );
}

/** Hidden until a script can fill the examples in. The secret stays in the page's memory and is never shown. */
function Credentials() {
  return (
    <details className="credentials" hidden>
      <summary>Use your key</summary>
      <div className="sheet">
        <p id="no-key">
          <a href="/auth/sign-in">Sign in</a> to the back office to see your sandbox key in the examples.
        </p>
        <p id="has-key" hidden>
          <label htmlFor="api-key">Sandbox key</label>
          <select id="api-key" />
        </p>
        <p>
          <label htmlFor="api-secret">Secret</label>
          <input
            id="api-secret"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="tgs_…"
            aria-describedby="secret-hint"
          />
        </p>
        <p id="secret-hint" className="hint">
          Paste the secret of this key to copy examples that run. The page forgets it when you leave it; it is not
          shown, stored or sent.
        </p>
      </div>
    </details>
  );
}

type NavigationProps = Required<Omit<FrameProps, 'children'>>;

function Navigation({ groups, current, isMeanings }: NavigationProps) {
  const lists = [
    { title: 'API', groups: groups.filter(({ isInternal }) => !isInternal) },
    { title: 'Tidegate’s own pages', groups: groups.filter(({ isInternal }) => isInternal) },
  ];
  return (
    <nav aria-label="API reference">
      <p>
        <a href="/docs/api" aria-current={current === null && !isMeanings ? 'page' : undefined}>
          Introduction
        </a>
      </p>
      <p>
        <a href={`/docs/api/${MEANINGS.slug}`} aria-current={isMeanings ? 'page' : undefined}>
          {MEANINGS.name}
        </a>
      </p>
      {lists.map((list) => (
        <div key={list.title}>
          <p className="kind">{list.title}</p>
          <ul>
            {list.groups.map((group) => (
              <li key={group.slug}>
                <a href={`/docs/api/${group.slug}`} aria-current={group === current ? 'page' : undefined}>
                  {group.name}
                </a>
                {group === current && (
                  <ul>
                    {group.calls.map(({ id, operation, path }) => (
                      <li key={id}>
                        <a href={`#${id}`}>{operation.summary ?? path}</a>
                      </li>
                    ))}
                    {group.schemas.length > 0 && (
                      <li>
                        <a href="#objects">Objects</a>
                      </li>
                    )}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="kind">More</p>
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
    </nav>
  );
}
