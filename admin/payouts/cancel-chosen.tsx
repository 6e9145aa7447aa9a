import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { SpaPayoutRow } from '../../contract/payouts.ts';
import { Coins } from '../components/money.tsx';
import { useAct } from '../components/use-act.ts';
import { MOST_IDS } from '../data/list-query.ts';
import { randomKey } from '../data/random-key.ts';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';
import { BulkDialog } from '../list/bulk-dialog.tsx';
import { Icon } from '../look/icon.tsx';
import { payoutName } from './payout-name.ts';

/** Cancels those of the chosen payouts that may still be canceled; they are read again first, as they move. */
export function CancelChosen() {
  const { selectedIds } = useListContext<SpaPayoutRow>();
  const [chosen, setChosen] = useState<readonly SpaPayoutRow[] | null>(null);
  const read = useAct(
    async (provider) => (await provider.getMany<SpaPayoutRow>('payouts', { ids: selectedIds.slice(0, MOST_IDS) })).data,
    { onDone: setChosen },
  );
  return (
    <>
      <Button aria-haspopup="dialog" disabled={read.isPending} onClick={() => read.mutate()}>
        {t('payouts.cancelChosen')}
      </Button>
      {chosen && <CancelDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function CancelDialog({ chosen, onClose }: { chosen: readonly SpaPayoutRow[]; onClose: () => void }) {
  const provider = useProvider();
  const queries = useQueryClient();
  const { onUnselectItems } = useListContext();
  const [open, late] = [chosen.filter(mayCancel), chosen.filter((row) => !mayCancel(row))];
  // Tried again after a lost answer, it is the same request.
  const [key] = useState(randomKey);
  const [hasRun, setHasRun] = useState(false);
  const refresh = async () => {
    setHasRun(true);
    await Promise.all(['payouts', 'balances'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  const close = () => {
    onClose();
    if (hasRun) onUnselectItems();
  };
  return (
    <BulkDialog<SpaPayoutRow>
      rows={open}
      words={{
        title: t('payouts.cancelChosen.title', { smart_count: open.length }),
        text: t('payouts.cancelChosen.text'),
        none: t('payouts.cancelChosen.none'),
        confirm: t('payouts.cancelChosen.confirm', { smart_count: open.length }),
        done: (count) => t('payouts.cancelChosen.done', { smart_count: count }),
      }}
      nameOf={payoutName}
      figureOf={({ total, gate_id }) => <Coins amount={total} gateId={gate_id} />}
      act={({ id }) => provider.cancelPayout(id, { idempotencyKey: `${key}-${id}` })}
      onRun={refresh}
      onClose={close}
    >
      {late.length > 0 && (
        <Alert severity="info" icon={<Icon name="alertCircle" />}>
          {t('payouts.cancelChosen.late', { smart_count: late.length, names: late.map(payoutName).join(', ') })}
        </Alert>
      )}
    </BulkDialog>
  );
}

function mayCancel({ actions }: SpaPayoutRow): boolean {
  return actions.cancel;
}
