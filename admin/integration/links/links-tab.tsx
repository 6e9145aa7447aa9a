import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { PaymentLink } from '../../../api/contract/integration.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Rows } from '../../components/rows.tsx';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useProfile } from '../use-integration.ts';
import { usePages } from '../use-pages.tsx';
import { LinkCodeDialog } from './link-code-dialog.tsx';
import { LinkSwitch } from './link-switch.tsx';
import { NewLinkDialog } from './new-link-dialog.tsx';

/** Links that ask for a fixed price, as often as they are opened. */
export default function LinksTab() {
  const [isNew, setNew] = useState(false);
  const [shown, setShown] = useState<PaymentLink | null>(null);
  const { data, total, error, isPending, refetch, pager } = usePages<PaymentLink>('payment-links');
  const { data: profile } = useProfile();
  const mayCreate = useMay('merchant_invoice_create');
  const change = useAct((provider, { id, active }: PaymentLink) => provider.switchPaymentLink(id, !active), {
    onDone: () => void refetch(),
  });
  const create = (
    <Button variant="contained" startIcon={<Icon name="plusCircle" />} onClick={() => setNew(true)}>
      {t('links.new')}
    </Button>
  );
  return (
    <>
      <Card title={t('integration.tab.links')} ruled aside={mayCreate && total > 0 ? create : undefined}>
        {body()}
      </Card>
      {isNew && profile && (
        <NewLinkDialog
          profile={profile}
          onClose={() => setNew(false)}
          onCreated={(link) => {
            setNew(false);
            setShown(link);
            void refetch();
          }}
        />
      )}
      {shown && <LinkCodeDialog link={shown} onClose={() => setShown(null)} />}
    </>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('links.loading')} rows={3} />;
    if (error) return <ListError title={t('links.error')} error={error} onRetry={() => void refetch()} />;
    if (total === 0) {
      const text = t('links.empty.text');
      const action = mayCreate ? create : undefined;
      return <EmptyState art={<ReceiptArt />} title={t('links.empty.title')} text={text} actions={action} />;
    }
    const switchOf = (link: PaymentLink) => (
      <LinkSwitch link={link} disabled={!mayCreate || change.isPending} onSwitch={() => change.mutate(link)} />
    );
    return (
      <>
        <Rows
          caption={t('links.caption')}
          columns={columnsOf({ switchOf, show: setShown })}
          rows={data}
          rowKey={({ id }) => id}
          card={(link) => toCard(link, { switchOf, show: setShown })}
        />
        {pager}
      </>
    );
  }
}

interface RowParts {
  switchOf: (link: PaymentLink) => ReactNode;
  show: (link: PaymentLink) => void;
}

function columnsOf({ switchOf, show }: RowParts): readonly TableColumn<PaymentLink>[] {
  return [
    { key: 'title', label: t('links.column.title'), cell: ({ title }) => title },
    { key: 'price', label: t('links.column.price'), align: 'right', cell: priceOf },
    { key: 'used', label: t('links.column.used'), align: 'right', cell: ({ invoice_count }) => invoice_count },
    { key: 'created', label: t('links.column.created'), spare: true, quiet: true, align: 'right', cell: createdAt },
    { key: 'active', label: t('links.column.active'), cell: switchOf },
    {
      key: 'code',
      label: t('links.code'),
      labelHidden: true,
      align: 'right',
      cell: (link) => <CodeButton link={link} show={show} />,
    },
  ];
}

function toCard(link: PaymentLink, { switchOf, show }: RowParts) {
  return {
    key: link.id,
    primary: link.title,
    value: priceOf(link),
    status: switchOf(link),
    secondary: <CodeButton link={link} show={show} />,
    meta: `${t('links.column.used')}: ${link.invoice_count}`,
  };
}

function CodeButton({ link, show }: { link: PaymentLink; show: RowParts['show'] }) {
  return (
    <Button size="small" aria-label={t('links.codeOf', { title: link.title })} onClick={() => show(link)}>
      {t('links.code')}
    </Button>
  );
}

function priceOf({ amount, currency }: PaymentLink): string {
  return formatFiat(amount, currency);
}

function createdAt({ created_at }: PaymentLink): string {
  return formatMoment(created_at);
}
