import { Card } from '../components/card.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { type SpaUser, session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t, translateOr } from '../i18n/translate.ts';

/** Who one is and what one may do. */
export default function ProfileTab() {
  const user = useStore(session);
  if (!user) return null;
  return (
    <Card title={t('account.tab.profile')}>
      <Facts facts={facts(user)} />
    </Card>
  );
}

function facts({ full_name, email, role, merchant, active_profile_type }: SpaUser): Fact[] {
  return [
    { label: t('account.name'), value: full_name },
    { label: t('account.email'), value: email },
    { label: t('account.role'), value: translateOr(`role.${role}`, role) },
    { label: t('account.company'), value: merchant.company_name },
    { label: t('account.status'), value: translateOr(`merchant.${merchant.status}`, merchant.status) },
    { label: t('account.mode'), value: t(`shell.${active_profile_type}`) },
    {
      label: t('account.production'),
      value: t(merchant.can_production_activate ? 'account.production.yes' : 'account.production.no'),
    },
  ];
}
