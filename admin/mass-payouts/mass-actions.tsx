import Button from '@mui/material/Button';
import { useState } from 'react';
import type { SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { ActDialog, type MoneyAct } from '../components/act-dialog.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { approveMass, cancelMass, exportPath } from './mass-calls.ts';

/** What the signed-in person may do with it now, beside running it. */
export function MassActions({ mass }: { mass: SpaMassPayout }) {
  const [act, setAct] = useState<MoneyAct | null>(null);
  const mayExport = useMay('merchant_massPayout_export');
  const { approve, cancel } = mass.actions;
  return (
    <>
      {mayExport && (
        <Button href={exportPath(mass.id)} download>
          {t(mass.run_at === null ? 'mass.exportLines' : 'mass.export')}
        </Button>
      )}
      {cancel && (
        <Button aria-haspopup="dialog" onClick={() => setAct('cancel')}>
          {t('mass.cancel')}
        </Button>
      )}
      {approve && (
        <Button variant="contained" aria-haspopup="dialog" onClick={() => setAct('approve')}>
          {t('mass.approve')}
        </Button>
      )}
      {act && (
        <ActDialog
          act={act}
          entity="mass_payout"
          id={mass.id}
          words={{
            title: t(`mass.${act}.title`),
            text: t(`mass.${act}.text`),
            confirm: t(`mass.${act}.confirm`),
            done: t(`mass.${act}.done`),
          }}
          send={(factor) => (act === 'approve' ? approveMass(mass.id, factor) : cancelMass(mass.id))}
          onClose={() => setAct(null)}
        >
          {act === 'approve' && <Totals mass={mass} />}
        </ActDialog>
      )}
    </>
  );
}

/** What leaves the balance in each asset, to be compared before it is let go. */
function Totals({ mass: { totals } }: { mass: SpaMassPayout }) {
  return (
    <ValueLines
      caption={t('mass.approve.totals')}
      lines={totals.map(({ gate_id, valid }) => ({
        label: t('mass.approve.asset', { asset: `${tickerOf(gate_id)}, ${networkOf(gate_id)}`, count: valid.lines }),
        value: coinsText(valid.total, gate_id),
      }))}
    />
  );
}
