import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { MassPreview, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { FeeAge } from '../components/fee-age.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { Rows } from '../components/rows.tsx';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { column } from '../list/columns.tsx';
import type { AssetSummary, Verdict } from './review.ts';
import { RunForm } from './run-form.tsx';

const Missing = styled('strong')(({ theme }) => ({ color: theme.palette.error.main, fontWeight: 500 }));
const Foot = styled(CardBody)(({ theme }) => ({
  '&&': { paddingTop: 16, borderTop: `1px solid ${theme.palette.divider}` },
}));

export interface SummaryCardProps {
  mass: SpaMassPayout;
  assets: readonly AssetSummary[];
  preview: MassPreview | undefined;
  verdict: Verdict;
}

/** Of each asset what is paid, its fees, what is debited and what is left; and the one button that runs it. */
export function SummaryCard({ mass, assets, preview, verdict }: SummaryCardProps) {
  return (
    <Card title={t('mass.review.totals')} ruled>
      <Rows
        caption={t('mass.review.totals')}
        columns={columnsOf(mass)}
        rows={assets}
        rowKey={({ gate_id }) => gate_id}
        card={toCard}
      />
      {mass.actions.run && (
        <Foot>
          <Fields>
            <div>
              <Typography>{t('mass.run.lead', { smart_count: mass.lines.valid })}</Typography>
              {preview && <FeeAge at={preview.network_fees_at} />}
            </div>
            <RunForm key={mass.version} mass={mass} isReady={verdict === 'ready'} />
          </Fields>
        </Foot>
      )}
    </Card>
  );
}

const count = (lines: number) => lines.toLocaleString('en');

function coins(amount: string | null, { gate_id }: AssetSummary) {
  return amount === null ? null : <Coins amount={amount} gateId={gate_id} unit="none" />;
}

function columnsOf({ lines }: SpaMassPayout): readonly TableColumn<AssetSummary>[] {
  const bad: readonly TableColumn<AssetSummary>[] = [
    column('bad', 'mass.review.notValidLines', ({ not_valid }) => count(not_valid.lines), { align: 'right' }),
    column('badAmount', 'mass.review.notValidAmount', (row) => coins(row.not_valid.amount, row), {
      align: 'right',
      quiet: true,
    }),
  ];
  return [
    column('asset', 'mass.review.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
    column('lines', 'mass.review.lines', ({ valid }) => count(valid.lines), { align: 'right' }),
    column('amount', 'mass.review.amount', (row) => coins(row.valid.amount, row), { align: 'right' }),
    ...(lines.not_valid > 0 ? bad : []),
    column('fees', 'mass.review.fees', feesOf, { align: 'right', quiet: true }),
    column('total', 'mass.review.total', (row) => coins(row.valid.total, row), { align: 'right' }),
    column('available', 'mass.review.available', (row) => coins(row.available, row), { align: 'right', quiet: true }),
    column('left', 'mass.review.left', leftOf, { align: 'right' }),
  ];
}

function feesOf(row: AssetSummary) {
  return row.fees === null ? t('mass.review.feesOut') : coins(row.fees, row);
}

/** The balance after the run, or the amount by which it is short. */
function leftOf(row: AssetSummary) {
  if (row.missing === null) return coins(row.left, row);
  return <Missing>{t('mass.review.missing', { amount: coinsText(row.missing, row.gate_id) })}</Missing>;
}

function toCard(row: AssetSummary) {
  const { gate_id, valid, not_valid, fees, left } = row;
  const lines = [
    `${t('mass.review.lines')}: ${count(valid.lines)}`,
    ...(not_valid.lines > 0 ? [`${t('mass.review.notValidLines')}: ${count(not_valid.lines)}`] : []),
    `${t('mass.review.fees')}: ${fees === null ? t('mass.review.feesOut') : coinsText(fees, gate_id)}`,
  ];
  return {
    key: gate_id,
    primary: <AssetLabel gateId={gate_id} />,
    value: <Coins amount={valid.total} gateId={gate_id} />,
    status: row.missing === null ? null : leftOf(row),
    secondary: left === null ? null : t('mass.review.leftOf', { amount: coinsText(left, gate_id) }),
    meta: lines.join(', '),
  };
}
