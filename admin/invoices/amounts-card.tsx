import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Coins } from '../components/money.tsx';
import { type MeterPart, PaidMeter } from '../components/paid-meter.tsx';
import { t } from '../i18n/translate.ts';
import { type AmountFigure, amountFigures, meterParts, worthOf } from './amounts.ts';
import { percentText } from './decimal.ts';

const Figures = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '16px 12px',
  padding: '16px 0',
  '& dt': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    fontSize: 13,
    lineHeight: '20px',
    color: theme.palette.text.secondary,
  },
  '& dd': { ...theme.typography.h2 },
  '& i': { width: 10, height: 10, borderRadius: 3 },
  [theme.breakpoints.down(360)]: { gridTemplateColumns: '1fr' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(4, auto)', justifyContent: 'space-between' },
}));

const Worth = styled('dd')(({ theme }) => ({
  '&&': { ...theme.typography.caption, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));

/** The amount due, received and missing. Without a chosen asset there is nothing to compare. */
export function AmountsCard({ invoice }: { invoice: SpaInvoice }) {
  const figures = amountFigures(invoice);
  const parts = meterParts(invoice);
  const percentOf = (...kinds: readonly MeterPart['kind'][]) =>
    percentText(parts.reduce((sum, { kind, permille }) => sum + (kinds.includes(kind) ? permille : 0), 0));
  return (
    <Card title={t('amounts.title')} titleHidden>
      <CardBody>
        {figures.length === 0 ? (
          <Typography sx={{ pt: 4, color: 'text.secondary' }}>{t('amounts.notChosen')}</Typography>
        ) : (
          <>
            <Figures>
              {figures.map((figure) => (
                <Figure key={figure.key} figure={figure} invoice={invoice} />
              ))}
            </Figures>
            <PaidMeter
              parts={parts}
              label={t('amounts.meter', {
                confirmed: percentOf('confirmed', 'late'),
                confirming: percentOf('confirming'),
                missing: percentOf('missing'),
              })}
            />
          </>
        )}
      </CardBody>
    </Card>
  );
}

function Figure({ figure, invoice }: { figure: AmountFigure; invoice: SpaInvoice }) {
  const worth = worthOf(figure, invoice);
  return (
    <div>
      <dt>
        <Key kind={figure.key} />
        {t(`amounts.${figure.key}`)}
      </dt>
      <dd>
        <Coins amount={figure.amount} gateId={invoice.gate_id ?? ''} />
      </dd>
      {worth !== null && <Worth>{worth}</Worth>}
    </div>
  );
}

/** The colour of the figure in the meter; the words beside it say the same. */
const Key = styled('i')<{ kind: AmountFigure['key'] }>(({ theme, kind }) => {
  switch (kind) {
    case 'due':
    case 'excess':
      return { display: 'none' };
    case 'confirmed':
    case 'on_time':
      return { backgroundColor: theme.palette.success.main };
    case 'late':
      return { backgroundColor: theme.palette.warning.main };
    case 'confirming':
    case 'on_time_confirming':
    case 'late_confirming':
      return { backgroundColor: theme.palette.primary.main };
    case 'missing':
      return { backgroundColor: theme.palette.edge };
    default:
      return kind satisfies never;
  }
});
