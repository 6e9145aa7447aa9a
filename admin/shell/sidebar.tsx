import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { NavigationList } from './navigation-list.tsx';

const Side = styled('div')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.up('sm')]: {
    display: 'block',
    gridRow: '1 / 3',
    borderRight: `1px solid ${theme.palette.divider}`,
  },
}));
const Fixed = styled('nav')({
  position: 'sticky',
  top: 0,
  maxHeight: '100dvh',
  overflowY: 'auto',
  padding: '0 12px 12px',
});
const BrandLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 56,
  padding: '0 8px',
  color: theme.palette.text.primary,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
  [theme.breakpoints.between('sm', 'lg')]: { justifyContent: 'center', '& span': { display: 'none' } },
}));

/** 232 px from 1400, a rail of icons before, nothing under 850, where the drawer takes its place. */
export function Sidebar({ user }: { user: SpaUser }) {
  return (
    <Side data-rail>
      <Fixed aria-label={t('nav.label')}>
        <BrandLink to="/dashboard" aria-label={t('shell.home')}>
          <BrandMark />
          <span>{t('app.name')}</span>
        </BrandLink>
        <NavigationList user={user} />
      </Fixed>
    </Side>
  );
}
