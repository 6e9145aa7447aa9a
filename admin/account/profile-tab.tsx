import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { MerchantView } from '../../contract/account.ts';
import { Card, CardBody } from '../components/card.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Column, Split } from '../components/page.tsx';
import { type SpaUser, session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { VerificationSummary } from './verification-summary.tsx';

/** The user, the merchant, the mode, and the progress of the verification. */
export default function ProfileTab() {
  const user = useStore(session);
  const provider = useProvider();
  const merchant = useQuery({ queryKey: ['merchant'], queryFn: () => provider.merchant() });
  if (!user) return null;
  return (
    <Split>
      <Column>
        <Card
          title={t('profile.you')}
          aside={
            <Link component={RouterLink} to="/account?tab=setting">
              {t('profile.edit')}
            </Link>
          }
        >
          <Facts facts={aboutUser(user)} />
        </Card>
        <Card title={t('profile.company')}>
          <Loaded of={merchant} loading={t('profile.company.loading')} failed={t('profile.company.failed')}>
            {(data) => <Facts facts={aboutCompany(data)} />}
          </Loaded>
        </Card>
      </Column>
      <Column>
        <VerificationSummary user={user} />
        <Card title={t('profile.mode')} aside={t(`shell.${user.active_profile_type}`)}>
          <CardBody>{t(`profile.mode.${user.simulated ? 'simulated' : user.active_profile_type}`)}</CardBody>
        </Card>
      </Column>
    </Split>
  );
}

function aboutUser({ full_name, email, role, language, '2fa_enabled': enabled }: SpaUser): Fact[] {
  return [
    { label: t('account.name'), value: full_name },
    { label: t('account.email'), value: email },
    { label: t('account.role'), value: translateOr(`role.${role}`, role) },
    { label: t('profile.language'), value: translateOr(`language.${language}`, language) },
    { label: t('profile.twoFa'), value: t(enabled ? 'signing.twoFa.on' : 'signing.twoFa.off') },
  ];
}

function aboutCompany(merchant: MerchantView): Fact[] {
  const { company_name, website, industry, turnover, status, can_production_activate } = merchant;
  return [
    { label: t('account.company'), value: company_name },
    ...(website === null ? [] : [{ label: t('company.website'), value: website }]),
    ...(industry === null ? [] : [{ label: t('apply.industry'), value: t(`industry.${industry}`) }]),
    ...(turnover === null ? [] : [{ label: t('account.turnover'), value: t(`turnover.${turnover}`) }]),
    { label: t('account.status'), value: translateOr(`merchant.${status}`, status) },
    {
      label: t('account.production'),
      value: t(can_production_activate ? 'account.production.yes' : 'account.production.no'),
    },
  ];
}
