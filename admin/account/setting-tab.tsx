import { Column, Split } from '../components/page.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { ActivityCard } from './activity-card.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SigningCard } from './signing-card.tsx';
import { SubscriptionsCard } from './subscriptions-card.tsx';
import { WithdrawalSettingsCard } from './withdrawal-settings-card.tsx';

/** Sign-in, email notifications, sessions and activity; each card needs its permission (spec §6). */
export default function SettingTab() {
  const user = useStore(session);
  if (!user) return null;
  const may = (permission: string) => user.permissions.includes(permission);
  const signing = (
    <Column>
      <SigningCard user={user} />
      <SessionsCard />
      {may('merchant_withdrawal_viewAny') && <WithdrawalSettingsCard may={may} />}
    </Column>
  );
  const deletion = may('merchant_merchant_delete') && (
    <DeletionCard company={user.merchant.company_name ?? user.full_name} />
  );
  const seesMails = may('merchant_subscriptions_viewAny');
  const seesActivity = may('merchant_merchant_activities');
  const hasMore = seesMails || seesActivity;
  return (
    <>
      {hasMore ? (
        <Split>
          {signing}
          <Column>
            {seesMails && <SubscriptionsCard isFixed={!may('merchant_subscriptions_update')} />}
            {seesActivity && <ActivityCard />}
          </Column>
        </Split>
      ) : (
        signing
      )}
      {deletion}
    </>
  );
}
