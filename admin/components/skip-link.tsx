import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';

const Skip = styled('a')(({ theme }) => ({
  position: 'absolute',
  left: 8,
  top: -60,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 12px',
  borderRadius: 6,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  '&:focus': { top: 8 },
}));

/** The first thing the keyboard meets: over the navigation to the page itself, whose element has the id `content`. */
export function SkipLink() {
  return <Skip href="#content">{t('app.skip')}</Skip>;
}
