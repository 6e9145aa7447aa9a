import { Card } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';
import { ComingSoonBody } from '../system/coming-soon-page.tsx';

/** How one signs in, and what one is told by mail. */
export default function SettingTab() {
  return (
    <Card title={t('account.tab.setting')} titleHidden>
      <ComingSoonBody text="account.soon.setting" />
    </Card>
  );
}
