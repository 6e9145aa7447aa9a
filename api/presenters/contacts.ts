import type { ApplicationLine, ArticleAnswersLine, ContactLine, ContactView } from '../../contract/contact.ts';
import type { ApplicationLine as ListedApplication } from '../../db/accounts/application-list.ts';
import type { ContactAnswer, ContactLine as ListedContact } from '../../db/contact/list.ts';
import type { ArticleAnswers } from '../../db/site/article-answers.ts';

export function presentContactLine(line: ListedContact): ContactLine {
  const { id, kind, reference, status, name, email, subject, assignee, createdAt } = line;
  return { id, kind, reference, status, name, email, subject, assignee, created_at: createdAt.toISOString() };
}

export function presentContact(
  { line, answers }: { readonly line: ListedContact; readonly answers: readonly ContactAnswer[] },
  colleagues: readonly { readonly id: string; readonly fullName: string }[],
): ContactView {
  return {
    ...presentContactLine(line),
    assignee_id: line.assigneeId,
    message: line.message,
    details: Object.entries(line.details).map(([name, value]) => ({ name, value })),
    was_proven: line.wasProven,
    answers: answers.map(({ id, staffName, text, createdAt }) => ({
      id,
      by: staffName,
      text,
      at: createdAt.toISOString(),
    })),
    colleagues: colleagues.map(({ id, fullName }) => ({ id, name: fullName })),
  };
}

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
