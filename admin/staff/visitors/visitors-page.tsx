import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { ApplicationList } from './application-list.tsx';
import { ArticleAnswerList } from './article-answer-list.tsx';

const TABS = ['applications', 'articles'] as const;

/** `/compliance/visitors`: who applied for an account, and which help articles were useful. */
export default function VisitorsPage() {
  const tab = useRoomTab(TABS);
  return (
    <Page>
      <PageHead title={t('visitors.title')} sub={t('visitors.sub')} />
      <RoomTabs label={t('visitors.title')} tabs={TABS} current={tab} wordOf={(each) => t(`visitors.tab.${each}`)} />
      {tab === 'applications' ? <ApplicationList /> : <ArticleAnswerList />}
    </Page>
  );
}
