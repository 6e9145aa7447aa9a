import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Notice = styled('aside')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.soft.warning,
  fontSize: 13,
  lineHeight: '20px',
  '& svg': { flexShrink: 0, color: theme.palette.warning.main },
  '& strong, & a': { fontWeight: 600 },
  '& a': { color: 'inherit' },
  [theme.breakpoints.up('sm')]: { paddingInline: 24 },
  [theme.breakpoints.up('lg')]: { paddingInline: 32 },
}));

/** Says why someone with a role may only view: the role begins when they turn on 2FA. */
export function TwoFaNotice({ user }: { user: SpaUser }) {
  const role = user.role_after_2fa;
  if (role === null) return null;
  return (
    <Notice aria-label={t('shell.twoFa.name')}>
      <Icon name="warning" />
      <p>
        <strong>{t('shell.twoFa.name')}.</strong> {t('shell.twoFa.text', { role: ROLE_NAMES[role] })}{' '}
        <Link to="/account?tab=setting#two-fa">{t('shell.twoFa.link')}</Link>
      </p>
    </Notice>
  );
}
