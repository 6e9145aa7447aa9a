import './conversion-words.ts';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useBalances } from '../balance/use-balances.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Column } from '../components/page.tsx';
import { ProductionOnly } from '../components/production-only.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { sourcesOf } from './conversion-form.ts';
import { CONVERT_PATH } from './conversion-path.ts';
import { ConvertForm } from './convert-form.tsx';
import { ConversionList } from './list.tsx';
import { ConversionDialog } from './show.tsx';

/** `/balance?tab=convert`: one balance becomes another at a firm price, in production only (spec §4). */
export default function ConvertTab() {
  const isProduction = useStore(session)?.active_profile_type === 'production';
  if (!isProduction) return <ProductionOnly title={t('convert.sandbox.title')} text={t('convert.sandbox.text')} />;
  return <Conversions />;
}

function Conversions() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('id');
  const { data, error, isPending, refetch } = useBalances();
  return (
    <Column>
      {form()}
      <ConversionList />
      {id !== null && <ConversionDialog key={id} id={id} onClose={() => void navigate(CONVERT_PATH)} />}
    </Column>
  );

  function form(): ReactNode {
    if (isPending) return inCard(<ListLoading label={t('convert.loading')} rows={4} />);
    if (error) return inCard(<ListError title={t('convert.error')} error={error} onRetry={() => void refetch()} />);
    const [first, ...others] = sourcesOf(data);
    if (first === undefined) {
      return inCard(
        <EmptyState
          art={<CoinsArt />}
          title={t('convert.nothing.title')}
          text={t('convert.nothing.text')}
          actions={<CreateInvoiceButton />}
        />,
      );
    }
    return <ConvertForm sources={[first, ...others]} named={search.get('from')} />;
  }
}

function inCard(content: ReactNode) {
  return (
    <Card title={t('convert.title')} titleHidden>
      {content}
    </Card>
  );
}
