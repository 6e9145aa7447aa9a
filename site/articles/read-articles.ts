import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARTICLE_KINDS, type Article, type ArticleKind, readArticle } from './article.ts';

const content = join(import.meta.dirname, '..', 'content');

/** All articles of `site/content/`, the newest of each kind first. @throws Error naming a file that is wrong */
export async function readArticles(): Promise<Article[]> {
  const kinds = Object.keys(ARTICLE_KINDS) as ArticleKind[];
  const byKind = await Promise.all(kinds.map(readKind));
  return byKind.flat();
}

async function readKind(kind: ArticleKind): Promise<Article[]> {
  const folder = join(content, kind);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const articles = await Promise.all(
    files.map(async (file) =>
      readArticle(kind, file.slice(0, -'.md'.length), await readFile(join(folder, file), 'utf8')),
    ),
  );
  return articles.sort(
    (one, other) => other.date.localeCompare(one.date) || one.title.localeCompare(other.title, 'en'),
  );
}
