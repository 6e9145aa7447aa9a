import { useSearchParams } from 'react-router';
import { Card, CardFoot } from '../components/card.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { Quiet } from '../integration/parts.tsx';
import { useFees } from '../integration/use-integration.ts';
import { FEE_TABS, FeeTable, feeNote } from './fee-tables.tsx';

/** `/fees`: the two tables, for small screens and for who comes by a link. */
export default function FeesPage() {
  const [search] = useSearchParams();
  const { data, error, isPending, refetch } = useFees();
  const tab = FEE_TABS.find((each) => each === search.get('tab')) ?? 'service';
  return (
    <FormPage>
      <PageHead title={t('fees.title')} tabTitle={`${t('fees.title')}: ${t(`fees.${tab}`)}`} />
      <LinkTabs
        label={t('fees.tabs')}
        tabs={FEE_TABS.map((each) => ({
          to: `/fees?tab=${each}`,
          label: t(`fees.${each}`),
          current: each === tab,
        }))}
      />
      <Card title={t(`fees.${tab}`)} titleHidden>
        {isPending && <ListLoading label={t('fees.loading')} rows={7} />}
        {error && <ListError title={t('fees.error')} error={error} onRetry={() => void refetch()} />}
        {data && <FeeTable tab={tab} fees={data} />}
        {data && (
          <CardFoot>
            <Quiet>{feeNote(tab, data)}</Quiet>
          </CardFoot>
        )}
      </Card>
    </FormPage>
  );
}
