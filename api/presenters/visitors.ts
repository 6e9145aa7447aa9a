import type { ApplicationLine, ArticleAnswersLine } from '../../contract/contact.ts';
import type { ApplicationLine as ListedApplication } from '../../db/accounts/application-list.ts';
import type { ArticleAnswers } from '../../db/site/article-answers.ts';

export function presentApplication(line: ListedApplication): ApplicationLine {
  const { id, email, contactHandle, domain, industry, turnover, language, status, companyName, createdAt } = line;
  return {
    id,
    email,
    contact_handle: contactHandle,
    domain,
    industry,
    turnover,
    language,
    status,
    company_name: companyName,
    created_at: createdAt.toISOString(),
  };
}

export function presentArticleAnswers({ slug, useful, notUseful, latest }: ArticleAnswers): ArticleAnswersLine {
  return { id: slug, path: `/support/articles/${slug}`, useful, not_useful: notUseful, latest_on: latest };
}
