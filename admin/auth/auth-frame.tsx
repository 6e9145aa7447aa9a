import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { COOKIE_SETTINGS } from '../../domain/legal/consent.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { PlainForm, type PlainFormProps } from '../forms/plain-form.tsx';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { AuthAside } from './auth-aside.tsx';

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr auto',
  minHeight: '100dvh',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: 16,
  [theme.breakpoints.up('sm')]: { padding: '24px 32px' },
}));
const Brand = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
});
/** Of the row of steps, with the gap below it. */
const STEPS_HEIGHT = 51;

const Main = styled('main')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 20,
  width: '100%',
  maxWidth: 424,
  margin: '0 auto',
  padding: '32px 16px 48px',
  // The title is at the same height on each page and step; the steps of a sign-up are above it.
  [theme.breakpoints.up('sm')]: {
    paddingTop: `max(${24 + STEPS_HEIGHT}px, 14vh)`,
    '&:has(> ol:first-child)': { paddingTop: `max(24px, calc(14vh - ${STEPS_HEIGHT}px))` },
  },
}));

const FootLinks = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: '4px 20px',
  padding: 16,
  '& a': { paddingBlock: 2, fontSize: 13, color: theme.palette.text.secondary },
}));

export interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  /** Above the title: where one is in a row of steps. */
  steps?: ReactNode;
  /** At the head: the other page one may have meant. */
  other?: { readonly question: string; readonly label: string; readonly to: string };
  children: ReactNode;
}

/** The layout of pages without a session: brand, link to the other page, one column, and the picture. */
export function AuthFrame({ title, lead, steps, other, children }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <Frame>
      <Head>
        <Brand>
          <BrandMark />
          {t('app.name')}
        </Brand>
        {other && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {other.question}{' '}
            <Link component={RouterLink} to={other.to}>
              {other.label}
            </Link>
          </Typography>
        )}
      </Head>
      <Main>
        {steps}
        <div>
          <Typography variant="h1" sx={{ fontSize: 28, lineHeight: '36px', letterSpacing: '-0.025em' }}>
            {title}
          </Typography>
          {lead && <Typography sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{lead}</Typography>}
        </div>
        {children}
      </Main>
      <FootLinks aria-label={t('foot.links')}>
        <Link href="/docs/api">{t('foot.documentation')}</Link>
        <Link href="/support">{t('foot.support')}</Link>
        <Link href="/status">{t('foot.status')}</Link>
        <Link href="/legal/privacy">{t('foot.privacy')}</Link>
        <Link href="/legal/terms">{t('foot.terms')}</Link>
        <Link href="/legal">{t('legal.all')}</Link>
        <Link href={COOKIE_SETTINGS}>{t('legal.cookies')}</Link>
      </FootLinks>
      <AuthAside />
    </Frame>
  );
}

const Fields = styled('div')({
  '& > form': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
});

/** A form of one column. */
export function AuthForm<V extends FieldValues>(props: PlainFormProps<V>) {
  return (
    <Fields>
      <PlainForm<V> {...props} />
    </Fields>
  );
}

/** A line of small words below a form. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
