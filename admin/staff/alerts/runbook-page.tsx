import { useParams } from 'react-router';
import { Card, CardBody } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { Runbook } from './runbook.tsx';
import { findRunbook } from './runbook-text.ts';

/** `/compliance/alerts/runbooks/:name`: the runbook of a kind of alert or of a rule of Prometheus. */
export default function RunbookPage() {
  const { name = '' } = useParams();
  const runbook = findRunbook(name);
  const title = runbook?.title ?? t('runbook.title');
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('alerts.title'), to: '/compliance/alerts' }, { label: t('runbook.title') }]}
      />
      <Card title={t('runbook.title')}>
        <CardBody>{runbook ? <Runbook blocks={runbook.blocks} /> : t('runbook.none')}</CardBody>
      </Card>
    </Page>
  );
}
