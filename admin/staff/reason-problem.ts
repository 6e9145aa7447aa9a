import { t } from '../i18n/translate.ts';

/** What is said of a missing reason, in the console's words. */
export function reasonProblem({ reason }: { readonly reason: string }) {
  return { reason: reason === '' ? t('staff.reason.required') : undefined };
}
