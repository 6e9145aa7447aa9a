import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { TwoFaBody } from '../../contract/account.ts';
import type { LiveEntity } from '../data/live-queries.ts';
import type { TidegateProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { useActWithFactor } from './use-act-with-factor.ts';

export type MoneyAct = 'approve' | 'cancel';

/** Asks the server; an approval takes the second factor where the server asks for it. */
export type MoneyCall = (provider: TidegateProvider, factor: TwoFaBody) => Promise<unknown>;

export interface ActDialogProps {
  act: MoneyAct;
  /** The object acted on: its cached data is refetched whatever the outcome. */
  entity: LiveEntity;
  id: string;
  words: { readonly title: string; readonly text: string; readonly confirm: string; readonly done: string };
  send: MoneyCall;
  onClose: () => void;
  /** The details to compare before confirming. */
  children?: ReactNode;
}

/** Asks once more before money is let out or given back. */
export function ActDialog({ act, entity, id, words, send, onClose, children }: ActDialogProps) {
  const { isAsked, isPending, mutate, second } = useActWithFactor(send, {
    of: [entity, id],
    done: words.done,
    onDone: onClose,
  });
  if (isAsked) return <SecondFactorDialog send={second} onClose={onClose} />;
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
            disabled={isPending}
            onClick={() => mutate()}
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
