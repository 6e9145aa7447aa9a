import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { May } from '../components/may.tsx';
import { coinsText } from '../components/money.tsx';
import { MoneyActs } from '../components/money-acts.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { exportPath } from './mass-calls.ts';
import { massName } from './mass-status.tsx';

/** The actions that the signed-in user may take now, apart from running it. */
export function MassActions({ mass }: { mass: SpaMassPayout }) {
  const { id, actions } = mass;
  return (
    <>
      <May permission="merchant_massPayout_export">
        <Button href={exportPath(id)} download>
          {t(mass.run_at === null ? 'mass.exportLines' : 'mass.export')}
        </Button>
      </May>
      {actions.delete && <DeleteMass mass={mass} />}
      <MoneyActs
        of="mass"
        entity="mass_payout"
        id={id}
        // Deletion is for mass payouts that never ran; after a run there is something to cancel.
        actions={{ approve: actions.approve, cancel: actions.cancel && !actions.delete }}
        approve={(calls, factor) => calls.approveMass(id, factor)}
        cancel={(calls) => calls.cancelMass(id)}
        compared={(act) => act === 'approve' && <Totals mass={mass} />}
      />
    </>
  );
}

/** Removes a file that was never run, with its lines. */
function DeleteMass({ mass }: { mass: SpaMassPayout }) {
  const provider = useProvider();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const send = async () => {
    await provider.deleteMass(mass.id);
    notify(t('mass.delete.done'), { type: 'success' });
    await navigate('/payouts?tab=mass');
    // Lists only: the page of what is gone must not be read again.
    await queries.invalidateQueries({
      predicate: ({ queryKey: [name, how] }) => name === 'mass-payouts' && how !== 'getOne',
    });
  };
  return (
    <>
      <Button color="error" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('mass.delete')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('mass.delete.title', { name: massName(mass) })}
          submit={t('mass.delete.confirm')}
          danger
          defaultValues={{}}
          send={send}
          onClose={() => setOpen(false)}
        >
          <p>{t('mass.delete.text', { smart_count: mass.lines.total })}</p>
        </FormDialog>
      )}
    </>
  );
}

/** The total debited in each asset, to be compared before approval. */
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
