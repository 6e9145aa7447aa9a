import { toastError, toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';

/** Fails on plain http, where browsers offer no clipboard: the notice then says what to do instead. */
export async function copyToClipboard(value: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toastSuccess(t('action.copied', { label }));
  } catch {
    toastError(t('action.copyFailed'));
  }
}
