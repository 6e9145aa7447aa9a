import Button from '@mui/material/Button';
import type { SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { MoneyActs } from '../components/money-acts.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { approveMass, cancelMass, exportPath } from './mass-calls.ts';

/** What the signed-in person may do with it now, beside running it. */
export function MassActions({ mass }: { mass: SpaMassPayout }) {
  const mayExport = useMay('merchant_massPayout_export');
  return (
    <>
      {mayExport && (
        <Button href={exportPath(mass.id)} download>
          {t(mass.run_at === null ? 'mass.exportLines' : 'mass.export')}
        </Button>
      )}
      <MoneyActs
        of="mass"
        entity="mass_payout"
        id={mass.id}
        actions={mass.actions}
        approve={(factor) => approveMass(mass.id, factor)}
        cancel={() => cancelMass(mass.id)}
        compared={(act) => act === 'approve' && <Totals mass={mass} />}
      />
    </>
  );
}

/** What leaves the balance in each asset, to be compared before it is let go. */
function Totals({ mass: { totals } }: { mass: SpaMassPayout }) {
  return (
    <ValueLines
      caption={t('mass.approve.totals')}
      lines={totals.map(({ gate_id, valid }) => ({
        label: t('mass.approve.asset', {
          asset: `${tickerOf(gate_id)}, ${networkOf(gate_id)}`,
          smart_count: valid.lines,
        }),
        value: coinsText(valid.total, gate_id),
      }))}
    />
  );
}
