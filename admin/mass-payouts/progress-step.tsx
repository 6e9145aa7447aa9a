import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import { Column, Split } from '../components/page.tsx';
import { PaidMeter } from '../components/paid-meter.tsx';
import { formatMoment } from '../i18n/format.ts';
import { isMessageKey, t } from '../i18n/translate.ts';
import { LinesCard } from './lines-card.tsx';
import { secondsLeft } from './remaining.ts';

const Counts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 32px',
  marginTop: 16,
  '& dt': { color: theme.palette.text.secondary, fontSize: 13 },
  '& dd': { fontSize: 20, lineHeight: '28px', fontWeight: 500, fontVariantNumeric: 'tabular-nums' },
}));

/** How far it is, live; and what became of each line. */
export function ProgressStep({ mass }: { mass: SpaMassPayout }) {
  return (
    <Split>
      <Column>
        <ProgressCard mass={mass} />
        <LinesCard mass={mass} />
      </Column>
      <SumsCard mass={mass} />
    </Split>
  );
}

function ProgressCard({ mass }: { mass: SpaMassPayout }) {
  const { total, sent, done, failed } = mass.lines;
  const share = (lines: number) => Math.floor((1000 * lines) / Math.max(1, total));
  const label = t('mass.progress.meter', { total, done, sent, failed });
  const parts = [
    { kind: 'confirmed', permille: share(done) },
    { kind: 'confirming', permille: share(sent - done) },
    { kind: 'missing', permille: 1000 - share(done) - share(sent - done) },
  ] as const;
  return (
    <Card title={t('mass.progress.title')}>
      <CardBody>
        <Typography role="status" sx={{ mb: 2 }}>
          {wordsOf(mass)}
        </Typography>
        <PaidMeter parts={parts} label={label} />
        <Remaining mass={mass} />
        <Counts>
          <Figure name={t('mass.progress.done')} value={done} />
          <Figure name={t('mass.progress.sent')} value={sent - done} />
          <Figure name={t('mass.progress.waiting')} value={Math.max(0, total - sent - failed)} />
          {failed > 0 && <Figure name={t('mass.progress.failed')} value={failed} />}
        </Counts>
      </CardBody>
    </Card>
  );
}

/** Updated with each change of the counts only, so it does not run down while nothing is sent. */
function Remaining({ mass }: { mass: SpaMassPayout }) {
  const seconds = secondsLeft(mass, Date.now());
  if (seconds === null) return null;
  const words =
    seconds < 60
      ? t('mass.progress.leftSeconds')
      : t('mass.progress.leftMinutes', { smart_count: Math.round(seconds / 60) });
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
      {words}
    </Typography>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  );
}

function wordsOf({ status, status_reason, not_before }: SpaMassPayout): string {
  const why = `mass.words.${status_reason}`;
  const time = not_before === null ? '' : formatMoment(not_before);
  if (status_reason !== null && isMessageKey(why)) return t(why, { time });
  const words = `mass.words.${status}`;
  return isMessageKey(words) ? t(words) : t('mass.words.pending');
}

function SumsCard({ mass: { totals, fee_payer, created_at, run_at, completed_at } }: { mass: SpaMassPayout }) {
  return (
    <Card title={t('mass.review.totals')}>
      <Facts
        facts={[
          ...totals.map(({ gate_id, valid }) => ({
            label: `${tickerOf(gate_id)}, ${networkOf(gate_id)}`,
            value: coinsText(valid.total, gate_id),
          })),
          { label: t('mass.upload.feePayer'), value: t(`mass.upload.feePayer.${fee_payer}`) },
          { label: t('mass.column.created'), value: formatMoment(created_at) },
          { label: t('mass.run.title'), value: run_at && formatMoment(run_at) },
          { label: t('mass.status.done'), value: completed_at && formatMoment(completed_at) },
        ]}
      />
    </Card>
  );
}
