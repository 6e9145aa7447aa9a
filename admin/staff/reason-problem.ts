import { t } from '../i18n/translate.ts';

/** The message for a missing reason, in the console's words. */
export function reasonProblem({ reason }: { readonly reason: string }) {
  return { reason: reason === '' ? t('staff.reason.required') : undefined };
}
