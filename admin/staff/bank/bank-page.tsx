import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { ModeSwitch } from '../mode-switch.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { BankOverview } from './bank-overview.tsx';
import { CreditList } from './credits.tsx';
import { FileList } from './files.tsx';

const TABS = ['overview', 'files', 'credits'] as const;

/** `/compliance/bank`: the account beside the books, what stops payments, files both ways, and money nobody claimed. */
export default function BankPage() {
  const tab = useRoomTab(TABS);
  return (
    <Page>
      <PageHead title={t('bank.title')} sub={t('bank.sub')} actions={<ModeSwitch />} />
      <RoomTabs label={t('bank.title')} tabs={TABS} current={tab} wordOf={(each) => t(`bank.tab.${each}`)} />
      {tab === 'overview' && <BankOverview />}
      {tab === 'files' && <FileList />}
      {tab === 'credits' && <CreditList />}
    </Page>
  );
}
