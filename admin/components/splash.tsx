import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { VisuallyHidden } from './card.tsx';

const Ground = styled('div')({ display: 'grid', placeItems: 'center', minHeight: '60dvh', opacity: 0.5 });

/** While a part of the application is on its way. */
export function Splash() {
  return (
    <Ground role="status">
      <BrandMark size={32} />
      <VisuallyHidden>{t('app.loading')}</VisuallyHidden>
    </Ground>
  );
}
