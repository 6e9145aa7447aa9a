import type { BankCreditView, MatchCreditBody, ReturnCreditBody } from '../../../contract/staff-bank.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonDialog, ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';

interface CreditDialogProps {
  credit: BankCreditView;
  onClose: () => void;
}

const CREDITS = 'bank/credits';

/** Proposes whose the money is; nothing moves before another person confirms it. */
export function MatchDialog({ credit, onClose }: CreditDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog<MatchCreditBody>
      title={t('bankMatch.match.title', { amount: signedAmount(credit) })}
      submit={t('bankMatch.propose')}
      onClose={onClose}
      defaultValues={{ creditor_reference: credit.creditor_reference ?? '', reason: '' }}
      rules={bodyRules<MatchCreditBody>(async () => (await import('../../../contract/staff-bank.ts')).MatchCreditBody, {
        toBody: (draft) => draft,
        check: reasonProblem,
      })}
      send={(body) =>
        send((provider) => provider.matchCredit(credit.id, body), {
          list: CREDITS,
          done: t('bankMatch.proposed'),
          onDone: onClose,
        })
      }
    >
      <p>{t('bankMatch.match.text', { from: otherSide(credit), words: saidBy(credit) })}</p>
      <TextInput
        source="creditor_reference"
        label={t('bankMatch.reference')}
        help={t('bankMatch.reference.help')}
        autoFocus
      />
      <ReasonInput />
    </FormDialog>
  );
}

/** Proposes to send the money back to the account that it came from. */
export function ReturnDialog({ credit, onClose }: CreditDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog<ReturnCreditBody>
      title={t('bankMatch.return.title', { amount: signedAmount(credit) })}
      submit={t('bankMatch.propose')}
      onClose={onClose}
      defaultValues={{ name: credit.party_name ?? '', town: '', country: '', reason: '' }}
      rules={bodyRules<ReturnCreditBody>(
        async () => (await import('../../../contract/staff-bank.ts')).ReturnCreditBody,
        { toBody: (draft) => draft, check: reasonProblem },
      )}
      send={(body) =>
        send((provider) => provider.returnCredit(credit.id, body), {
          list: CREDITS,
          done: t('bankMatch.proposed'),
          onDone: onClose,
        })
      }
    >
      <p>{t('bankMatch.return.text', { iban: credit.party_iban ?? '' })}</p>
      <TextInput source="name" label={t('bankMatch.name')} />
      <TextInput source="town" label={t('bankMatch.town')} />
      <TextInput source="country" label={t('bankMatch.country')} help={t('bankMatch.country.help')} />
      <ReasonInput />
    </FormDialog>
  );
}

/** Proposes that the card partner pays by it what it owes. */
export function CommissionDialog({ credit, onClose }: CreditDialogProps) {
  const send = useStaffSend();
  return (
    <ReasonDialog
      title={t('bankMatch.commission.title', { amount: signedAmount(credit) })}
      text={t('bankMatch.commission.text', { from: otherSide(credit), words: saidBy(credit) })}
      submit={t('bankMatch.propose')}
      schema={async () => (await import('../../../contract/staff-bank.ts')).CommissionCreditBody.properties.reason}
      send={(reason) =>
        send((provider) => provider.commissionCredit(credit.id, reason), {
          list: CREDITS,
          done: t('bankMatch.proposed'),
        })
      }
      onClose={onClose}
    />
  );
}

interface ProposalDialogProps extends CreditDialogProps {
  match: NonNullable<BankCreditView['match']>;
}

/** The second person's part. */
export function ConfirmMatchDialog({ credit, match, onClose }: ProposalDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog
      title={t('bankMatch.confirm.title', { amount: signedAmount(credit) })}
      submit={t('bankMatch.confirm')}
      onClose={onClose}
      defaultValues={{}}
      send={() =>
        send((provider) => provider.confirmMatch(match.id), {
          list: CREDITS,
          done: t('bankMatch.confirmed'),
          onDone: onClose,
        })
      }
    >
      <p>{proposalWords(match)}</p>
      <p>{t('bankMatch.said', { name: match.proposed_by, reason: match.reason })}</p>
    </FormDialog>
  );
}

/** The proposal as a sentence. */
export function proposalWords(match: ProposalDialogProps['match']) {
  const { creditor_reference, reference, company_name, payee, card_commission } = match;
  if (card_commission) return t('bankMatch.toCommission');
  if (creditor_reference === null) return t('bankMatch.toPayee', { payee: payee ?? '' });
  const merchant = company_name ?? t('cases.noName');
  return t('bankMatch.toCustomer', { merchant, customer: reference ?? '', reference: creditor_reference });
}
