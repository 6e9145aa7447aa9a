import { Card } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';
import { ComingSoonBody } from '../system/coming-soon-page.tsx';

/** Where the verification of the business and its people stands. */
export default function VerifyTab() {
  return (
    <Card title={t('account.tab.verify')} titleHidden>
      <ComingSoonBody text="account.soon.verify" />
    </Card>
  );
}
