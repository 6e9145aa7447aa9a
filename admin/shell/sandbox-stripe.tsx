import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { useSwitchMode } from './use-switch-mode.ts';

export const Stripe = styled('aside')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '4px 16px',
  backgroundColor: theme.palette.sandbox.main,
  color: theme.palette.sandbox.contrastText,
  fontSize: 13,
  lineHeight: '20px',
  '& p': { flex: 1, minWidth: 0 },
  '& strong': { fontWeight: 600 },
  [theme.breakpoints.up('sm')]: { paddingInline: 20, '& [data-narrow]': { display: 'none' } },
  [theme.breakpoints.down('sm')]: { '& [data-wide]': { display: 'none' } },
}));
const Leave = styled(Button)({
  borderColor: 'rgb(11 18 32 / 45%)',
  backgroundColor: 'transparent',
  color: 'inherit',
  '&:hover': { backgroundColor: 'rgb(11 18 32 / 8%)', borderColor: 'rgb(11 18 32 / 45%)' },
  '&.Mui-focusVisible': { outlineColor: 'currentColor' },
});

/** Sandbox is unmistakable: an amber stripe over every page. */
export function SandboxStripe({ user }: { user: SpaUser }) {
  const switchMode = useSwitchMode(user);
  return (
    <Stripe aria-label={t('shell.stripe.label')}>
      <Icon name="flask" />
      <p>
        <strong>{t('shell.stripe.name')}</strong> <span data-wide>{t('shell.stripe.wide')}</span>
        <span data-narrow>{t('shell.stripe.narrow')}</span>
      </p>
      <Leave size="small" onClick={() => switchMode('production')}>
        <span data-wide>{t('shell.stripe.leave')}</span>
        <span data-narrow>{t('shell.stripe.leaveShort')}</span>
      </Leave>
    </Stripe>
  );
}
