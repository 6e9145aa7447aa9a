import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StaffReserves } from '../../../contract/staff-reserves.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { networkOf } from '../../components/asset-label.tsx';
import { Card, CardFoot, VisuallyHidden } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Coins, coinsText } from '../../components/money.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Rows } from '../../components/rows.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffProvider } from '../data/staff-provider.ts';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { RESERVE_DAYS_AT_ONCE } from './reserve-calls.ts';

type Day = StaffReserves['days'][number];
type Asset = Day['assets'][number];

const Lines = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Quiet = styled('span')(({ theme }) => ({ color: theme.palette.text.secondary, fontSize: 13 }));

/** `/compliance/reserves`: each day of the proof of reserves with what it proves, and what it does not. */
export default function ReservesPage() {
  const provider = useStaffProvider();
  const mode = useShownMode();
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['reserves', mode],
    queryFn: ({ pageParam }) => provider.reserves(mode, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ days }: StaffReserves) => (days.length < RESERVE_DAYS_AT_ONCE ? undefined : days.at(-1)?.day),
  });
  return (
    <Page>
      <PageHead title={t('staffReserves.title')} sub={t('staffReserves.sub')} actions={<ModeSwitch />} />
      <Card title={t('staffReserves.days')} ruled>
        {body()}
        {hasNextPage && (
          <CardFoot>
            <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('staffReserves.more')}
            </Button>
          </CardFoot>
        )}
      </Card>
    </Page>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('staff.loading')} rows={6} />;
    if (error) return <ListError title={t('staff.failed')} error={error} onRetry={() => void refetch()} />;
    const days = data.pages.flatMap((page) => page.days);
    const firstAt = data.pages[0]?.first_day_at ?? null;
    if (days.length === 0) {
      const text = firstAt === null ? '' : t('staffReserves.empty.text', { at: formatMoment(firstAt) });
      return <EmptyState art={<ReceiptArt />} title={t('staffReserves.empty.title')} text={text} />;
    }
    return (
      <Rows
        caption={t('staffReserves.days')}
        columns={columnsOf(mode)}
        rows={days}
        rowKey={({ day }) => day}
        card={(row) => ({
          key: row.day,
          primary: row.day,
          status: <State day={row} />,
          value: null,
          secondary: formatMoment(row.moment),
          meta: (
            <>
              <Owed day={row} />
              {t('staffReserves.unproven')}: <Unproven day={row} /> <Statement day={row} mode={mode} />
            </>
          ),
        })}
      />
    );
  }
}

function columnsOf(mode: Mode): readonly TableColumn<Day>[] {
  return [
    column('day', 'staffReserves.day', ({ day }) => day, { width: 112 }),
    column('state', 'staffReserves.state', (day) => <State day={day} />, { width: 132 }),
    column('owed', 'staffReserves.owed', (day) => <Owed day={day} />, { width: [330, 360] }),
    column('unproven', 'staffReserves.unproven', (day) => <Unproven day={day} />, { width: [120, 150] }),
    column('addresses', 'staffReserves.addresses', (day) => <Addresses day={day} />, {
      width: [120, 160],
      spare: true,
    }),
    column('moment', 'staffReserves.moment', ({ moment }) => formatMoment(moment), {
      quiet: true,
      spare: true,
      width: 128,
    }),
    column('file', 'staffReserves.file', (day) => <Statement day={day} mode={mode} />, {
      labelHidden: true,
      width: 100,
      align: 'right',
    }),
  ];
}

function State({ day: { published_at } }: { day: Day }) {
  return published_at === null ? (
    <ToneChip tone="primary" icon="hourglass">
      {t('staffReserves.open')}
    </ToneChip>
  ) : (
    <ToneChip tone="success" icon="checkCircle">
      {t('staffReserves.published')}
    </ToneChip>
  );
}

function Owed({ day: { assets } }: { day: Day }) {
  if (assets.length === 0) return t('staffReserves.nothing');
  return (
    <Lines>
      {assets.map((asset) => (
        <li key={asset.gate_id}>
          <Coins amount={asset.owed} gateId={asset.gate_id} />{' '}
          <Quiet>
            {networkOf(asset.gate_id)} · {coverageWords(asset)}
          </Quiet>
        </li>
      ))}
    </Lines>
  );
}

function coverageWords({ gate_id, simulated, coverage }: Asset): string {
  if (simulated) return t('staffReserves.simulated');
  if (gate_id === 'EUR') return t('staffReserves.bank');
  return coverage === null ? t('staffReserves.pending') : t('staffReserves.covered', { coverage });
}

/** Real coins that are owed and on no signed address: simulated ones prove nothing, and hide nothing. */
function Unproven({ day: { assets, published_at } }: { day: Day }) {
  if (published_at === null) return <Quiet>{t('staffReserves.pending')}</Quiet>;
  const open = assets.filter(({ simulated, unproven }) => !simulated && Number(unproven) > 0);
  if (open.length === 0) {
    const isReal = assets.some(({ simulated }) => !simulated);
    return <Quiet>{t(isReal || assets.length === 0 ? 'staffReserves.allProven' : 'staffReserves.notReal')}</Quiet>;
  }
  return (
    <Lines>
      {open.map(({ gate_id, unproven }) => (
        <li key={gate_id}>{coinsText(unproven ?? '', gate_id)}</li>
      ))}
    </Lines>
  );
}

function Addresses({ day: { addresses } }: { day: Day }) {
  if (addresses.length === 0) return t('staffReserves.noAddress');
  return (
    <Lines>
      {addresses.map(({ network, signed, unsigned }) => (
        <li key={network}>
          {unsigned === 0
            ? t('staffReserves.signed', { network, signed })
            : t('staffReserves.unsigned', { network, signed, unsigned })}
        </li>
      ))}
    </Lines>
  );
}

function Statement({ day: { day, published_at }, mode }: { day: Day; mode: Mode }) {
  if (published_at === null) return null;
  const query = mode === 'sandbox' ? '?mode=sandbox' : '';
  return (
    <Link href={`/reserves/${day}.json${query}`}>
      {t('staffReserves.file')}
      <VisuallyHidden> {t('staffReserves.fileOf', { day })}</VisuallyHidden>
    </Link>
  );
}
