import { useQuery } from '@tanstack/react-query';
import type { BankView } from '../../../contract/staff-bank.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { euros } from '../euros.ts';
import { useShownMode } from '../mode-switch.tsx';
import { BANK } from './bank-calls.ts';
import { Contradictions } from './contradictions.tsx';
import { Differences } from './differences.tsx';
import { DisputedPayments } from './disputed-payments.tsx';
import { NameQuestions } from './name-questions.tsx';
import { RestoredPayments } from './restored-payments.tsx';
import { ComingEntries, UnknownEntries } from './unknown-entries.tsx';

/** The account of the mode, and what a person has to look at. */
export function BankOverview() {
  const provider = useStaffProvider();
  const mode = useShownMode();
  const bank = useQuery({ queryKey: BANK, queryFn: () => provider.bank(), refetchInterval: 10_000 });
  const ofMode = <Row extends { readonly mode: Mode }>(rows: readonly Row[]) => rows.filter((row) => row.mode === mode);
  return (
    <Loaded of={bank} rows={6}>
      {({ accounts, differences, unknown_entries, coming_entries, ...bank }) => (
        <>
          {ofMode(accounts).map((account) => (
            <Account key={account.mode} account={account} />
          ))}
          <RestoredPayments mode={mode} rows={ofMode(bank.restored_payments)} release={ofMode(bank.releases)[0]} />
          <Contradictions rows={ofMode(bank.contradictions)} />
          <Differences rows={ofMode(differences)} />
          <DisputedPayments rows={ofMode(bank.disputed_payments)} />
          <UnknownEntries rows={ofMode(unknown_entries)} />
          <ComingEntries rows={ofMode(coming_entries)} />
          <NameQuestions rows={ofMode(bank.name_questions)} />
        </>
      )}
    </Loaded>
  );
}

function Account({ account }: { account: BankView['accounts'][number] }) {
  const { stopped, booked, unstated, closing, closing_day: day } = account;
  const state = stopped ? (
    <ToneChip tone="error" icon="lock">
      {t('bank.stopped')}
    </ToneChip>
  ) : (
    <ToneChip tone="success" icon="checkCircle">
      {t('bank.open')}
    </ToneChip>
  );
  const statement = closing === null || day === null ? t('bank.noStatement') : `${euros(closing)} · ${formatDay(day)}`;
  return (
    <Card title={t('bank.account')} aside={state}>
      <Facts
        facts={[
          { label: t('bank.booked'), value: euros(booked) },
          { label: t('bank.unstated'), value: euros(unstated) },
          { label: t('bank.closing'), value: statement },
        ]}
      />
    </Card>
  );
}
