import Button from '@mui/material/Button';
import { useState } from 'react';
import type { SpaPayout } from '../../../api/contract/payouts.ts';
import { ActDialog, type MoneyAct } from '../../components/act-dialog.tsx';
import { coinsText } from '../../components/money.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { t } from '../../i18n/translate.ts';
import { approvePayout, cancelPayout } from '../payout-calls.ts';

/** What the signed-in person may do with the payout now. */
export function PayoutActions({ payout }: { payout: SpaPayout }) {
  const [act, setAct] = useState<MoneyAct | null>(null);
  const { approve, cancel } = payout.actions;
  if (!approve && !cancel) return null;
  return (
    <>
      {cancel && (
        <Button aria-haspopup="dialog" onClick={() => setAct('cancel')}>
          {t('payout.cancel')}
        </Button>
      )}
      {approve && (
        <Button variant="contained" aria-haspopup="dialog" onClick={() => setAct('approve')}>
          {t('payout.approve')}
        </Button>
      )}
      {act && (
        <ActDialog
          act={act}
          entity="payout"
          id={payout.id}
          words={{
            title: t(`payout.${act}.title`),
            text: t(`payout.${act}.text`),
            confirm: t(`payout.${act}.confirm`),
            done: t(`payout.${act}.done`),
          }}
          send={(factor) => (act === 'approve' ? approvePayout(payout.id, factor) : cancelPayout(payout.id))}
          onClose={() => setAct(null)}
        >
          <Compared payout={payout} />
        </ActDialog>
      )}
    </>
  );
}

function Compared({ payout: { address, destination_tag, net_amount, total, gate_id } }: { payout: SpaPayout }) {
  return (
    <>
      <code style={{ overflowWrap: 'anywhere' }}>
        {destination_tag === null ? address : t('payout.addressTag', { address, tag: destination_tag })}
      </code>
      <ValueLines
        caption={t('payout.amounts')}
        lines={[
          { label: t('quote.net'), value: coinsText(net_amount, gate_id) },
          { label: t('quote.total'), value: coinsText(total, gate_id), sum: true },
        ]}
      />
    </>
  );
}
