import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import { Card, CardBody } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';

const Links = styled('ul')({ display: 'grid', gap: 8, listStyle: 'none', margin: 0, padding: 0 });

/** Withdrawal settings (spec §2): where methods, what they withdraw by themselves, and emails about it are set. */
export function WithdrawalSettingsCard({ may }: { may: (permission: string) => boolean }) {
  return (
    <Card title={t('withdrawalSettings.title')}>
      <CardBody>
        <Links>
          {PLACES.filter(({ needs }) => may(needs)).map(({ to, words }) => (
            <li key={to}>
              <Link component={RouterLink} to={to}>
                {t(`withdrawalSettings.${words}`)}
              </Link>
            </li>
          ))}
        </Links>
      </CardBody>
    </Card>
  );
}

const PLACES = [
  { to: '/withdrawals/method', words: 'methods', needs: 'merchant_paymentMethod_viewAny' },
  { to: '/withdrawals?tab=scheduled', words: 'scheduled', needs: 'merchant_paymentMethod_viewAny' },
  { to: '/integration/profile', words: 'mails', needs: 'merchant_profile_view' },
] as const;
