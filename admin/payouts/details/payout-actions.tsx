import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TwoFaBody } from '../../../api/contract/account.ts';
import type { SpaPayout } from '../../../api/contract/payouts.ts';
import { SecondFactorDialog } from '../../components/dialog-form.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { coinsText } from '../../components/money.tsx';
import { useAction } from '../../components/use-action.ts';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { ValueLines } from '../../components/value-lines.tsx';
import { isStaleAfter } from '../../data/live-queries.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { t } from '../../i18n/translate.ts';
import { approvePayout, cancelPayout } from '../payout-calls.ts';

type Act = 'approve' | 'cancel';

/** What the signed-in person may do with the payout now. */
export function PayoutActions({ payout }: { payout: SpaPayout }) {
  const [act, setAct] = useState<Act | null>(null);
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
      {act && <ActDialog act={act} payout={payout} onClose={() => setAct(null)} />}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  payout: SpaPayout;
  onClose: () => void;
}

/** Asks once more with address and amount; an approval takes the second factor where the server asks for it. */
function ActDialog({ act, payout, onClose }: ActDialogProps) {
  const queries = useQueryClient();
  const { id } = payout;
  const finish = async (factor: TwoFaBody) => {
    try {
      await (act === 'approve' ? approvePayout(id, factor) : cancelPayout(id));
    } finally {
      // Refused or not, what is shown may be old by now.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, 'payout', id) });
    }
    toastSuccess(t(`payout.${act}.done`));
    onClose();
  };
  const factor = useSecondFactor<object>(finish);
  const { busy, run } = useAction(() => factor.first({}));
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogFrame
      title={t(`payout.${act}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('payout.keep')}</Button>
          <Button
            variant="contained"
            color={act === 'cancel' ? 'error' : 'primary'}
            disabled={busy}
            onClick={() => void run()}
          >
            {t(`payout.${act}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`payout.${act}.text`)}</p>
      <Compared payout={payout} />
    </DialogFrame>
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
