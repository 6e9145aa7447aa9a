import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { AnswerNameBody, BankView } from '../../../contract/staff-bank.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { noteSchema } from './note-schema.ts';
import { PaymentQueue } from './payment-queue.tsx';

type Question = BankView['name_questions'][number];
type Outcome = AnswerNameBody['outcome'];

const Buttons = styled('span')({ display: 'inline-flex', gap: 8 });

const OUTCOMES: readonly Outcome[] = ['pay', 'cancel'];

/** Payments whose name differs from the account holder's: merchants answer about theirs, staff about the gateway's. */
export function NameQuestions({ rows }: { rows: readonly Question[] }) {
  const may = useStaffMay('bank_operate');
  const [chosen, setChosen] = useState<{ question: Question; outcome: Outcome } | null>(null);
  const buttons = (question: Question) =>
    may &&
    question.answered_by === 'staff' && (
      <Buttons>
        {OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            size="small"
            color={outcome === 'cancel' ? 'error' : 'primary'}
            aria-label={t(`bank.names.${outcome}Of`, { amount: euros(question.amount), name: question.name })}
            onClick={() => setChosen({ question, outcome })}
          >
            {t(`bank.names.${outcome}`)}
          </Button>
        ))}
      </Buttons>
    );
  return (
    <>
      <PaymentQueue
        caption={t('bank.names')}
        none={t('bank.names.none')}
        columns={COLUMNS}
        rows={rows}
        stateOf={waitsFor}
        acts={buttons}
        details={({ iban, payee_name, reason }) => [
          iban,
          `${t('bank.names.holder')}: ${payee_name ?? t('bank.names.noHolder')}`,
          reason,
        ]}
      />
      {chosen && <AnswerDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface AnswerDialogProps {
  question: Question;
  outcome: Outcome;
  onClose: () => void;
}

function AnswerDialog({ question, outcome, onClose }: AnswerDialogProps) {
  const send = useStaffSend();
  const { id, name, payee_name, iban } = question;
  return (
    <ReasonDialog
      title={t(`bank.names.${outcome}Of`, { amount: euros(question.amount), name })}
      text={t(`bank.names.${outcome}.text`, { name: payee_name ?? name, iban })}
      submit={t(`bank.names.${outcome}`)}
      danger={outcome === 'cancel'}
      schema={noteSchema}
      send={(note) =>
        send((provider) => provider.answerName(id, { outcome, note }), {
          into: BANK,
          done: t(`bank.names.${outcome}.done`),
        })
      }
      onClose={onClose}
    />
  );
}

function waitsFor({ answered_by }: Question): string {
  return t(answered_by === 'staff' ? 'bank.names.waitsForStaff' : 'bank.names.waits');
}

const COLUMNS: readonly TableColumn<Question>[] = [
  column('name', 'bank.names.name', ({ name }) => <Wrapped>{name}</Wrapped>),
  column('holder', 'bank.names.holder', ({ payee_name }) => (
    <Wrapped>{payee_name ?? t('bank.names.noHolder')}</Wrapped>
  )),
  column('reason', 'bank.names.reason', ({ reason }) => <Wrapped>{reason ?? '–'}</Wrapped>, { quiet: true }),
  column('iban', 'bank.names.iban', ({ iban }) => iban, { quiet: true }),
  column('state', 'bank.state', waitsFor, { spare: true }),
  column('amount', 'bank.amount', ({ amount }) => euros(amount), { align: 'right' }),
];
