import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { BankCreditView } from '../../../contract/staff-bank.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { useStaffAct } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { useShownMode } from '../mode-switch.tsx';
import { CommissionDialog, ConfirmMatchDialog, MatchDialog, proposalWords, ReturnDialog } from './credit-dialogs.tsx';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';

const ONLY = { production: { mode: 'production' }, sandbox: { mode: 'sandbox' } } as const;

/** One below the other where the column is narrow. */
const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '8px 0',
});

type Act = 'match' | 'return' | 'commission' | 'confirm';

/** Euro that came and that nobody has claimed, kept in suspense until two people say whose they are. */
export function CreditList() {
  const mode = useShownMode();
  const may = useStaffMay('bank_match');
  const [chosen, setChosen] = useState<{ act: Act; credit: BankCreditView } | null>(null);
  const close = () => setChosen(null);
  const acts = (credit: BankCreditView) => may && <Acts credit={credit} choose={(act) => setChosen({ act, credit })} />;
  return (
    <>
      <ResourceList<BankCreditView>
        key={mode}
        resource="bank/credits"
        words="bankCredits"
        storeKey={`bankCredits.${mode}`}
        only={ONLY[mode]}
        sort={AS_THE_API}
        columns={[...COLUMNS, column('acts', 'bankMatch.acts', acts, { width: [168, 260], align: 'right' })]}
        card={(credit) => ({
          key: credit.id,
          primary: otherSide(credit),
          value: signedAmount(credit),
          status: formatDay(credit.day),
          secondary: acts(credit),
          meta: credit.match ? `${saidBy(credit)} · ${proposalWords(credit.match)}` : saidBy(credit),
        })}
        empty={<EmptyState art={<CoinsArt />} title={t('bankCredits.empty')} text={t('bankCredits.empty.text')} />}
      />
      {chosen?.act === 'match' && <MatchDialog credit={chosen.credit} onClose={close} />}
      {chosen?.act === 'return' && <ReturnDialog credit={chosen.credit} onClose={close} />}
      {chosen?.act === 'commission' && <CommissionDialog credit={chosen.credit} onClose={close} />}
      {chosen?.act === 'confirm' && chosen.credit.match && (
        <ConfirmMatchDialog credit={chosen.credit} match={chosen.credit.match} onClose={close} />
      )}
    </>
  );
}

/** The staff member's actions on a credit: propose a match, or answer another person's proposal. */
function Acts({ credit, choose }: { credit: BankCreditView; choose: (act: Act) => void }) {
  const { match } = credit;
  const discard = useStaffAct((provider) => provider.discardMatch(match?.id ?? ''), {
    list: 'bank/credits',
    done: t('bankMatch.discarded'),
  });
  const of = { amount: signedAmount(credit), from: otherSide(credit) };
  if (match === null) {
    return (
      <Buttons>
        <Button size="small" aria-label={t('bankMatch.matchOf', of)} onClick={() => choose('match')}>
          {t('bankMatch.match')}
        </Button>
        {credit.party_iban !== null && (
          <Button size="small" aria-label={t('bankMatch.returnOf', of)} onClick={() => choose('return')}>
            {t('bankMatch.return')}
          </Button>
        )}
        {credit.may_be_commission && (
          <Button size="small" aria-label={t('bankMatch.commissionOf', of)} onClick={() => choose('commission')}>
            {t('bankMatch.commission')}
          </Button>
        )}
      </Buttons>
    );
  }
  return (
    <Buttons>
      {match.may_confirm && (
        <Button size="small" aria-label={t('bankMatch.confirmOf', of)} onClick={() => choose('confirm')}>
          {t('bankMatch.review')}
        </Button>
      )}
      <Button
        size="small"
        color="error"
        aria-label={t('bankMatch.discardOf', of)}
        disabled={discard.isPending}
        onClick={() => discard.mutate()}
      >
        {t('bankMatch.discard')}
      </Button>
    </Buttons>
  );
}

function Proposal({ credit: { match } }: { credit: BankCreditView }) {
  if (match === null) return '–';
  return (
    <Wrapped>
      {proposalWords(match)} {t('bankMatch.by', { name: match.proposed_by })}
    </Wrapped>
  );
}

const COLUMNS: readonly TableColumn<BankCreditView>[] = [
  column('party', 'bank.party', (entry) => <Wrapped>{otherSide(entry)}</Wrapped>, { width: [160, 260] }),
  column('words', 'bank.words', (entry) => <Wrapped>{saidBy(entry)}</Wrapped>),
  column('match', 'bankMatch.column', (credit) => <Proposal credit={credit} />),
  column('day', 'bank.day', ({ day }) => formatDay(day), { width: 152, quiet: true, spare: 'narrow' }),
  column('amount', 'bank.amount', signedAmount, { width: [112, 144], align: 'right' }),
];
