import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MerchantReserves } from '../../contract/reserves.ts';
import { ReceiptArt } from '../components/art.tsx';
import { networkOf } from '../components/asset-label.tsx';
import { Card, CardFoot, VisuallyHidden } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Coins } from '../components/money.tsx';
import { Rows } from '../components/rows.tsx';
import { apiNow } from '../data/api-now.ts';
import { useProvider } from '../data/use-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';
import { RESERVE_DAYS_AT_ONCE } from './reserve-calls.ts';

const About = styled('div')({ display: 'grid', gap: 8, padding: '16px 20px', maxWidth: 760 });
const Links = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '4px 16px' });
const Amounts = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Network = styled('span')(({ theme }) => ({ color: theme.palette.text.secondary, fontSize: 13 }));

/** `/balance?tab=reserves`: the merchant's part of each day of the proof of reserves, with the file that proves it. */
export default function ReservesTab() {
  const provider = useProvider();
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['reserves'],
    queryFn: ({ pageParam }) => provider.reserves(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: readonly MerchantReserves[]) =>
      page.length < RESERVE_DAYS_AT_ONCE ? undefined : page.at(-1)?.day,
  });
  return (
    <Card title={t('reserves.title')} ruled>
      <About>
        <Typography variant="body2">{t('reserves.about')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('reserves.limits')} {t('reserves.private')}
        </Typography>
        <Links>
          <Link href="/reserves/verifier.html" download>
            {t('reserves.verifier')}
          </Link>
          <Link href="/reserves">{t('reserves.public')}</Link>
        </Links>
      </About>
      {body()}
      {hasNextPage && (
        <CardFoot>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('reserves.more')}
          </Button>
        </CardFoot>
      )}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('reserves.loading')} rows={4} />;
    if (error) return <ListError title={t('reserves.error')} error={error} onRetry={() => void refetch()} />;
    const days = data.pages.flat();
    if (days.length === 0)
      return <EmptyState art={<ReceiptArt />} title={t('reserves.empty.title')} text={t('reserves.empty.text')} />;
    return (
      <Rows
        caption={t('reserves.title')}
        columns={COLUMNS}
        rows={days}
        rowKey={({ day }) => day}
        card={(row) => ({
          key: row.day,
          primary: row.day,
          status: null,
          value: null,
          secondary: formatMoment(row.moment),
          meta: (
            <>
              <Owed row={row} /> <Proof row={row} />
            </>
          ),
        })}
      />
    );
  }
}

const COLUMNS: readonly TableColumn<MerchantReserves>[] = [
  column('day', 'reserves.day', ({ day }) => day),
  column('moment', 'reserves.moment', ({ moment }) => formatMoment(moment), { quiet: true }),
  column('balances', 'reserves.balances', (row) => <Owed row={row} />),
  column('proof', 'reserves.proof', (row) => <Proof row={row} />, { labelHidden: true, align: 'right' }),
];

function Owed({ row: { balances } }: { row: MerchantReserves }) {
  if (balances.length === 0) return t('reserves.nothing');
  return (
    <Amounts>
      {balances.map(({ gate_id, amount }) => (
        <li key={gate_id}>
          <Coins amount={amount} gateId={gate_id} /> <Network>{networkOf(gate_id)}</Network>
        </li>
      ))}
    </Amounts>
  );
}

function Proof({ row: { day, balances } }: { row: MerchantReserves }) {
  if (balances.length === 0) return null;
  const href = apiNow().url(`reserves/${day}/proof.json`);
  return (
    <Button component="a" href={href} download startIcon={<Icon name="arrowDown" />}>
      {t('reserves.download')}
      <VisuallyHidden> {t('reserves.downloadOf', { day })}</VisuallyHidden>
    </Button>
  );
}
