import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../components/use-page-title.ts';
import { t } from '../../i18n/translate.ts';
import { BrandMark } from '../../look/brand.tsx';

const Frame = styled('main')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 424px)',
  justifyContent: 'center',
  alignContent: 'start',
  gap: 20,
  minHeight: '100dvh',
  padding: '0 16px 48px',
  borderTop: `4px solid ${theme.palette.primary.main}`,
}));
const Brand = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '28px 0 36px',
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
  color: theme.palette.text.primary,
}));

interface SignInFrameProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** The page around each step of the staff's sign-in. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  usePageTitle(title);
  return (
    <Frame>
      <Brand>
        <BrandMark />
        {t('staff.name')}
      </Brand>
      <div>
        <Typography variant="h1" sx={{ fontSize: 28, lineHeight: '36px', letterSpacing: '-0.025em' }}>
          {title}
        </Typography>
        {lead && <Typography sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{lead}</Typography>}
      </div>
      {children}
    </Frame>
  );
}
