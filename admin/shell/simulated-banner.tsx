import { styled } from '@mui/material/styles';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Banner = styled('aside')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.palette.tint.error}`,
  backgroundColor: theme.palette.soft.error,
  fontSize: 13,
  lineHeight: '20px',
  '& svg': { color: theme.palette.error.main },
  '& strong': { fontWeight: 600 },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));

/** Production that runs on the built-in simulator must never be taken for real money. */
export function SimulatedBanner({ user }: { user: SpaUser }) {
  if (!user.simulated) return null;
  return (
    <Banner aria-label={t('shell.simulated.name')}>
      <Icon name="warning" />
      <p>
        <strong>{t('shell.simulated.name')}</strong> {t('shell.simulated.text')}
      </p>
    </Banner>
  );
}
