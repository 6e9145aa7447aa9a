import { Contents } from '../front/contents.tsx';
import { FrontFrame } from '../front/frame.tsx';
import { SearchForm } from '../front/search.tsx';
import type { Page } from '../page.ts';
import { ARTICLE_KINDS, type Article, type ArticleKind } from './article.ts';

const LISTS: Readonly<Record<ArticleKind, { readonly heading: string; readonly description: string }>> = {
  blog: {
    heading: 'What we know about taking coins',
    description:
      'Articles about payments in coins: bookkeeping, networks, operations and regulation, each with a worked example.',
  },
  help: {
    heading: 'Answers, screen by screen',
    description:
      'Help articles for merchants and payers: getting paid, balances, payouts, integration, verification and account.',
  },
  coins: {
    heading: 'Each coin, as a shop sees it',
    description:
      'What a shop needs to know about each coin that the gateway takes: confirmations, fees, addresses, tags and refunds.',
  },
  countries: {
    heading: 'Rules for merchants by country',
    description: 'How countries treat merchants who take payments in coins, with sources and the date of each guide.',
  },
};

/** Every article, and a list for each kind. Kinds without articles have no list. */
export function articlePages(articles: readonly Article[]): Page[] {
  const kinds = (Object.keys(ARTICLE_KINDS) as ArticleKind[]).filter((kind) =>
    articles.some((article) => article.kind === kind),
  );
  return [
    ...articles.map((article) => articlePage(article, articles)),
    ...kinds.map((kind) =>
      listPage(
        kind,
        articles.filter((article) => article.kind === kind),
      ),
    ),
  ];
}

function articlePage(article: Article, all: readonly Article[]): Page {
  const siblings = all.filter(({ kind }) => kind === article.kind);
  const at = siblings.indexOf(article);
  return {
    name: pageName(article.path),
    path: article.path,
    template: 'front',
    title: article.headTitle,
    description: article.description,
    structured: articleData(article),
    body: (
      <FrontFrame section={ARTICLE_KINDS[article.kind].path}>
        <div className="wrap reading">
          <Contents sections={article.sections} />
          <ArticleBody article={article} />
          {article.kind === 'help' && <Useful path={article.path} />}
          <Neighbors previous={siblings[at - 1]} next={siblings[at + 1]} />
        </div>
      </FrontFrame>
    ),
  };
}

/** For search engines (schema.org). */
function articleData({ kind, title, description, path, date, updated }: Article): Readonly<Record<string, unknown>> {
  return {
    '@context': 'https://schema.org',
    '@type': kind === 'blog' ? 'BlogPosting' : 'TechArticle',
    headline: title,
    description,
    url: `__ORIGIN__${path}`,
    datePublished: date,
    dateModified: updated,
    author: { '@type': 'Organization', name: '__OPERATOR__', url: '__ORIGIN__/' },
  };
}

function ArticleBody({ article }: { readonly article: Article }) {
  const { title, topic, updated, minutes, html, sources = [], kind } = article;
  return (
    <article className="column">
      <p className="meta">
        <a href={ARTICLE_KINDS[kind].path}>{ARTICLE_KINDS[kind].title}</a> · {topic} ·{' '}
        <time dateTime={updated}>{dayInWords(updated)}</time> · {minutes} min
      </p>
      <h1>{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown, in which HTML is text */}
      <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
      {sources.length > 0 && (
        <>
          <h2>Sources</h2>
          <ul className="sources">
            {sources.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

/** Asks without a script: the answer leads back to the article, which thanks. */
function Useful({ path }: { readonly path: string }) {
  return (
    <aside className="useful" aria-label="Your opinion">
      <form method="post" action={path}>
        <p id="useful">Was this useful?</p>
        <button type="submit" name="useful" value="yes" aria-describedby="useful">
          Yes
        </button>
        <button type="submit" name="useful" value="no" aria-describedby="useful">
          No
        </button>
      </form>
      <p id="thanks" tabIndex={-1}>
        Thank you. If something is still open, <a href="/contact-us">write to us</a>.
      </p>
    </aside>
  );
}

function Neighbors({ previous, next }: { readonly previous: Article | undefined; readonly next: Article | undefined }) {
  return (
    <nav className="neighbors" aria-label="More articles">
      {previous !== undefined && <a href={previous.path}>← {previous.title}</a>}
      {next !== undefined && <a href={next.path}>{next.title} →</a>}
    </nav>
  );
}

function listPage(kind: ArticleKind, articles: readonly Article[]): Page {
  const { path, title } = ARTICLE_KINDS[kind];
  const { heading, description } = LISTS[kind];
  const topics = [...new Set(articles.map(({ topic }) => topic))].sort((one, other) => one.localeCompare(other, 'en'));
  const isByTopic = topics.length < articles.length;
  const groups = isByTopic ? topics : [''];
  return {
    name: pageName(path),
    path,
    template: 'front',
    title: `${title} – Tidegate`,
    description,
    body: (
      <FrontFrame section={path}>
        <div className="wrap listing">
          <h1>{heading}</h1>
          <SearchForm />
          {groups.map((topic) => (
            <section key={topic}>
              {isByTopic && <h2>{topic}</h2>}
              <ul>
                {inOrder(kind, articles)
                  .filter((article) => !isByTopic || article.topic === topic)
                  .map((article) => (
                    <li key={article.slug}>
                      <a href={article.path}>{nameOf(article)}</a>
                      <p>{article.description}</p>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </FrontFrame>
    ),
  };
}

/** A guide of a country is found by the country's name. */
function nameOf({ code, title }: Article): string {
  return code === undefined ? title : (COUNTRIES.of(code) ?? title);
}

function inOrder(kind: ArticleKind, articles: readonly Article[]): readonly Article[] {
  if (kind !== 'countries') return articles;
  return [...articles].sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });

/** `/blog/one` becomes `blog-one`: a file without folders. */
export function pageName(path: string): string {
  return path.slice(1).replaceAll('/', '-');
}

function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
