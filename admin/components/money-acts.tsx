import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { LiveEntity } from '../data/live-queries.ts';
import { t } from '../i18n/translate.ts';
import { ActDialog, type MoneyAct, type MoneyCall } from './act-dialog.tsx';

export interface MoneyActsProps {
  /** The prefix of the messages to show. */
  of: 'payout' | 'mass' | 'withdrawal';
  entity: LiveEntity;
  id: string;
  /** The actions that the signed-in user may take now. */
  actions: { readonly approve: boolean; readonly cancel: boolean };
  approve: MoneyCall;
  cancel: MoneyCall;
  /** The details to compare before confirming. */
  compared: (act: MoneyAct) => ReactNode;
}

/** Buttons to cancel and approve, each with its dialog. */
export function MoneyActs({ of, entity, id, actions, approve, cancel, compared }: MoneyActsProps) {
  const [act, setAct] = useState<MoneyAct | null>(null);
  return (
    <>
      {actions.cancel && (
        <Button aria-haspopup="dialog" onClick={() => setAct('cancel')}>
          {t(`${of}.cancel`)}
        </Button>
      )}
      {actions.approve && (
        <Button variant="contained" aria-haspopup="dialog" onClick={() => setAct('approve')}>
          {t(`${of}.approve`)}
        </Button>
      )}
      {act && (
        <ActDialog
          act={act}
          entity={entity}
          id={id}
          words={{
            title: t(`${of}.${act}.title`),
            text: t(`${of}.${act}.text`),
            confirm: t(`${of}.${act}.confirm`),
            done: t(`${of}.${act}.done`),
          }}
          send={act === 'approve' ? approve : cancel}
          onClose={() => setAct(null)}
        >
          {compared(act)}
        </ActDialog>
      )}
    </>
  );
}
