import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TwoFaBody } from '../../api/contract/account.ts';
import { isStaleAfter, type LiveEntity } from '../data/live-queries.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { SecondFactorDialog } from './dialog-form.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { useAction } from './use-action.ts';
import { useSecondFactor } from './use-second-factor.ts';

export type MoneyAct = 'approve' | 'cancel';

export interface ActDialogProps {
  act: MoneyAct;
  /** What it is done to: what is cached of it is asked for anew, whatever came of it. */
  entity: LiveEntity;
  id: string;
  words: { readonly title: string; readonly text: string; readonly confirm: string; readonly done: string };
  /** Asks the server; an approval takes the second factor where the server asks for it. */
  send: (factor: TwoFaBody) => Promise<unknown>;
  onClose: () => void;
  /** What has to be compared before. */
  children?: ReactNode;
}

/** Asks once more before money is let out or given back. */
export function ActDialog({ act, entity, id, words, send, onClose, children }: ActDialogProps) {
  const queries = useQueryClient();
  const finish = async (factor: TwoFaBody) => {
    try {
      await send(factor);
    } finally {
      // Refused or not, what is shown may be old by now.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, entity, id) });
    }
    toastSuccess(words.done);
    onClose();
  };
  const factor = useSecondFactor<object>(finish);
  const { busy, run } = useAction(() => factor.first({}));
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogFrame
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('act.keep')}</Button>
          <Button
            variant="contained"
            color={act === 'cancel' ? 'error' : 'primary'}
            disabled={busy}
            onClick={() => void run()}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      {children}
    </DialogFrame>
  );
}
