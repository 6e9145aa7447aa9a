import type { PropsWithChildren } from 'react';
import { ProductionOnly } from '../components/production-only.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';

/** Withdrawals need production and verification (spec §4): in sandbox, the way there. */
export function InProduction({ children }: PropsWithChildren) {
  const isProduction = useStore(session)?.active_profile_type === 'production';
  if (isProduction) return children;
  return (
    <ProductionOnly
      title={t('withdrawals.sandbox.title')}
      text={t('withdrawals.sandbox.text')}
      steps={[
        { icon: 'shield', title: t('withdrawals.sandbox1.title'), text: t('withdrawals.sandbox1.text') },
        { icon: 'balance', title: t('withdrawals.sandbox2.title'), text: t('withdrawals.sandbox2.text') },
        { icon: 'withdrawals', title: t('withdrawals.sandbox3.title'), text: t('withdrawals.sandbox3.text') },
      ]}
    />
  );
}
