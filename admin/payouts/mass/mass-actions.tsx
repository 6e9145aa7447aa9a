import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TwoFaBody } from '../../../api/contract/account.ts';
import type { SpaMassPayout } from '../../../api/contract/mass-payouts.ts';
import { SecondFactorDialog } from '../../components/dialog-form.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useAction } from '../../components/use-action.ts';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { isStaleAfter } from '../../data/live-queries.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { approveMass, cancelMass, exportPath } from './mass-calls.ts';

type Act = 'approve' | 'cancel';

/** What the signed-in person may do with it now, beside running it. */
export function MassActions({ mass }: { mass: SpaMassPayout }) {
  const [act, setAct] = useState<Act | null>(null);
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
      {act && <ActDialog act={act} id={mass.id} onClose={() => setAct(null)} />}
    </>
  );
}

/** Asks once more; an approval takes the second factor where the server asks for it. */
function ActDialog({ act, id, onClose }: { act: Act; id: string; onClose: () => void }) {
  const queries = useQueryClient();
  const finish = async (factor: TwoFaBody) => {
    try {
      await (act === 'approve' ? approveMass(id, factor) : cancelMass(id));
    } finally {
      // Refused or not, what is shown may be old by now.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, 'mass_payout', id) });
    }
    toastSuccess(t(`mass.${act}.done`));
    onClose();
  };
  const factor = useSecondFactor<object>(finish);
  const { busy, run } = useAction(() => factor.first({}));
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogFrame
      title={t(`mass.${act}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('mass.keep')}</Button>
          <Button
            variant="contained"
            color={act === 'cancel' ? 'error' : 'primary'}
            disabled={busy}
            onClick={() => void run()}
          >
            {t(`mass.${act}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`mass.${act}.text`)}</p>
    </DialogFrame>
  );
}
