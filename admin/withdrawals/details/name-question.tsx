import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { ActDialog } from '../../components/act-dialog.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { Icon } from '../../look/icon.tsx';

type Outcome = 'pay' | 'cancel';

/** The bank checks the name of the account's holder before it pays; where it differs, the merchant decides. */
export function NameQuestion({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { id, status_reason, payee_name, recipient, actions } = withdrawal;
  if (status_reason !== 'name_question') return null;
  const names = { given: recipient.account_name ?? '', known: payee_name ?? '' };
  const text = t(payee_name === null ? 'nameQuestion.unknown' : 'nameQuestion.other', names);
  return (
    <Alert severity="warning" icon={<Icon name="help" />}>
      <Fields>
        <div>
          <strong>{t('nameQuestion.title')}</strong>
          <p>{text}</p>
        </div>
        {actions.answer_name && (
          <Actions>
            <Button variant="contained" aria-haspopup="dialog" onClick={() => setOutcome('pay')}>
              {t('nameQuestion.pay')}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setOutcome('cancel')}>
              {t('nameQuestion.cancel')}
            </Button>
          </Actions>
        )}
      </Fields>
      {outcome && (
        <ActDialog
          act={outcome === 'pay' ? 'approve' : 'cancel'}
          entity="withdrawal"
          id={id}
          words={{
            title: t(`nameQuestion.${outcome}.title`),
            text: t(`nameQuestion.${outcome}.text`, names),
            confirm: t(`nameQuestion.${outcome}.confirm`),
            done: t(`nameQuestion.${outcome}.done`),
          }}
          send={(provider, factor) => provider.answerName(id, outcome, factor)}
          onClose={() => setOutcome(null)}
        />
      )}
    </Alert>
  );
}
