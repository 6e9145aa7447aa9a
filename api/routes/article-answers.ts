import { inTransaction, retrying } from '../../db/core/sequelize.ts';
import { countArticleAnswer } from '../../db/site/article-answers.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { DomainError } from '../../domain/errors.ts';
import { isArticleAnswer } from '../../domain/site/article-answers.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { ServerDeps } from '../deps.ts';
import { formOf, readForms } from '../plugins/forms.ts';
import { type PageOf, slugOf } from '../site-pages.ts';

interface Answered {
  Params: { slug: string };
}

/**
 * "Was this useful?" below a help article, a plain form. The reader stays on the article, which thanks (`#thanks`) also
 * for an answer beyond the limits: nothing is left to do for anybody.
 */
export async function articleAnswerRoutes(app: App, page: PageOf, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const { db, now } = deps;
  const { secrets } = accounts;
  const config = anyone('Readers say whether an article was useful; counts alone are kept.');
  await app.register(async (scope) => {
    readForms(scope, MAX_BYTES);
    scope.post<Answered>('/support/articles/:slug', { config, schema: { hide: true } }, async (request, reply) => {
      const slug = slugOf(request.params.slug);
      await page(`support-articles-${slug}.html`);
      const answer = formOf(request).get('useful');
      if (!isArticleAnswer(answer)) throw new DomainError('validation_failed');
      // Another site could send its own form by the browsers of its visitors.
      if (request.headers['sec-fetch-site'] !== 'cross-site') {
        const answered = { slug, answer, network: networkOf(request.ip), nowMs: now() };
        await retrying(() => inTransaction(db, (tx) => countArticleAnswer(tx, secrets, answered)));
      }
      return reply.redirect(`/support/articles/${slug}#thanks`, 303);
    });
  });
}

/** The form has one field. */
const MAX_BYTES = 200;
