/** An article as the search sees it. */
export interface SearchedArticle {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Its words, without marks. */
  readonly text: string;
}

export interface Found {
  readonly path: string;
  readonly title: string;
  /** Some words around the first hit, or the description. */
  readonly excerpt: string;
}

const MOST_WORDS = 8;
const MOST_RESULTS = 20;
const EXCERPT = 160;
/** How much a hit counts, by where it is; in the text at most five hits of a word count. */
const WEIGHTS = { title: 20, description: 5, text: 1, mostInText: 5 } as const;

/** The words that are searched for: letters and digits in lower case, the first eight. */
export function searchedWords(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

/** The articles that contain every word, the best first. A word also counts within a longer one. */
export function searchArticles(articles: readonly SearchedArticle[], query: string): readonly Found[] {
  const words = searchedWords(query);
  if (words.length === 0) return [];
  return articles
    .flatMap((article) => {
      const scores = words.map((word) => scoreOf(article, word));
      if (scores.includes(0)) return [];
      return [{ article, score: scores.reduce((sum, each) => sum + each, 0) }];
    })
    .sort((one, other) => other.score - one.score || one.article.title.localeCompare(other.article.title, 'en'))
    .slice(0, MOST_RESULTS)
    .map(({ article }) => ({ path: article.path, title: article.title, excerpt: excerptOf(article, words) }));
}

/**
 * A few articles about what somebody writes, the best first: they contain two of its longer words, or the only one.
 * Unlike a search, most words of a sentence are in no article.
 */
export function offeredArticles(articles: readonly SearchedArticle[], text: string): readonly Found[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])].slice(0, MOST_OFFER_WORDS);
  const needed = Math.min(2, words.length);
  if (needed === 0) return [];
  return articles
    .map((article) => ({ article, scores: words.map((word) => scoreOf(article, word)).filter((score) => score > 0) }))
    .filter(({ scores }) => scores.length >= needed)
    .map(({ article, scores }) => ({ article, score: scores.reduce((sum, each) => sum + each, 0) }))
    .sort((one, other) => other.score - one.score || one.article.title.localeCompare(other.article.title, 'en'))
    .slice(0, MOST_OFFERS)
    .map(({ article: { path, title, description } }) => ({ path, title, excerpt: description }));
}

const MOST_OFFER_WORDS = 20;
const MOST_OFFERS = 3;

function scoreOf({ title, description, text }: SearchedArticle, word: string): number {
  const inText = Math.min(WEIGHTS.mostInText, text.toLowerCase().split(word).length - 1);
  return (
    (title.toLowerCase().includes(word) ? WEIGHTS.title : 0) +
    (description.toLowerCase().includes(word) ? WEIGHTS.description : 0) +
    inText * WEIGHTS.text
  );
}

function excerptOf({ description, text }: SearchedArticle, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((found) => found >= 0));
  if (!Number.isFinite(at)) return description;
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - EXCERPT / 3)) + 1);
  const cut = text.slice(from, from + EXCERPT);
  const end = cut.lastIndexOf(' ');
  return `${from > 0 ? '… ' : ''}${from + EXCERPT < text.length ? `${cut.slice(0, end)} …` : cut}`;
}
