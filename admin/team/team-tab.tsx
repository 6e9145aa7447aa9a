import { Card } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';
import { ComingSoonBody } from '../system/coming-soon-page.tsx';

/** The people of the merchant's account. */
export default function TeamTab() {
  return (
    <Card title={t('account.tab.team-access')} titleHidden>
      <ComingSoonBody text="account.soon.team-access" />
    </Card>
  );
}
