import { t } from '../i18n/translate.ts';
import { VisuallyHidden } from './card.tsx';

/** Nothing there: a dash to the eye, a word to a screen reader. */
export function Dash() {
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('list.value.none')}</VisuallyHidden>
    </>
  );
}
