import { notify } from '../data/notices.ts';
import { t } from '../i18n/translate.ts';

/** Fails on plain http, where browsers offer no clipboard: the notice then says what to do instead. */
export async function copyToClipboard(value: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    notify(t('action.copied', { label }), 'success');
  } catch {
    notify(t('action.copyFailed'), 'error');
  }
}
