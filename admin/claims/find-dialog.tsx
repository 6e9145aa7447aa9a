import './claim-words.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ClaimVerdict } from '../../contract/claims.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Facts } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';

interface Step {
  readonly transaction: string;
  readonly verdict: ClaimVerdict;
}

/** Paste a transaction, read what became of it, and claim what went astray. Loaded when it is opened. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step | null>(null);
  if (step === null) return <AskDialog onFound={setStep} onClose={onClose} />;
  return step.verdict.verdict === 'claimable' ? (
    <ClaimDialog {...step} onClose={onClose} />
  ) : (
    <VerdictDialog {...step} onAgain={() => setStep(null)} onClose={onClose} />
  );
}

function AskDialog({ onFound, onClose }: { onFound: (step: Step) => void; onClose: () => void }) {
  const provider = useProvider();
  return (
    <FormDialog<{ transaction: string }>
      title={t('claimFind.title')}
      submit={t('claimFind.check')}
      defaultValues={{ transaction: '' }}
      rules={ASKED}
      send={async ({ transaction }) => {
        const text = transaction.trim();
        onFound({ transaction: text, verdict: await provider.claimVerdict(text) });
      }}
      onClose={onClose}
    >
      <p>{t('claimFind.text')}</p>
      <TextInput source="transaction" label={t('claim.transaction')} autoComplete="off" autoFocus />
    </FormDialog>
  );
}

const ASKED = bodyRules<{ transaction: string }>(
  async () => (await import('../../contract/claims.ts')).ClaimVerdictBody,
  {
    toBody: ({ transaction }) => ({ transaction: transaction.trim() }),
  },
);

function VerdictDialog(props: Step & { onAgain: () => void; onClose: () => void }) {
  const { verdict, onAgain, onClose } = props;
  return (
    <DialogFrame
      title={t('claimFind.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onAgain}>{t('claimFind.another')}</Button>
          <Button variant="contained" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <Alert severity={SEVERITIES[verdict.verdict] ?? 'info'} role="status">
        {wordsOf(verdict)}
      </Alert>
      <Found verdict={verdict} />
    </DialogFrame>
  );
}

const SEVERITIES: Partial<Record<ClaimVerdict['verdict'], 'success' | 'warning'>> = {
  credited: 'success',
  not_ours: 'warning',
  unsupported: 'warning',
  too_small: 'warning',
  failed: 'warning',
};

function wordsOf({ verdict, claim_status, confirmations, required_confirmations }: ClaimVerdict): string {
  if (verdict === 'claimed' && claim_status !== null) {
    return t('claimFind.verdict.claimedByYou', { status: t(`claimStatus.${claim_status}`) });
  }
  const values = { confirmations: confirmations ?? 0, required: required_confirmations ?? 0 };
  return t(`claimFind.verdict.${verdict}`, values);
}

function Found({ verdict }: { verdict: ClaimVerdict }) {
  const { amount, gate_id, net_amount, fee_rate, network } = verdict;
  if (amount === null) return null;
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(Number(fee_rate));
  return (
    <Facts
      facts={[
        { label: t('claim.amount'), value: gate_id === null ? `${amount} (${network})` : coinsText(amount, gate_id) },
        { label: t('claims.feeRate'), value: net_amount && percent },
        { label: t('claimFind.left'), value: net_amount && gate_id && coinsText(net_amount, gate_id) },
      ]}
    />
  );
}

interface Target {
  readonly address: string;
  readonly destination_tag: string;
}

function ClaimDialog({ transaction, verdict, onClose }: Step & { onClose: () => void }) {
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const { payment_id, network } = verdict;
  const send = async (values: Target) => {
    if (payment_id === null) return;
    await provider.createClaim({ transaction, payment_id, ...bodyOf(values) });
    notify(t('claimFind.done'), { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['claims'] });
    onClose();
  };
  return (
    <FormDialog<Target>
      title={t('claimFind.claim.title')}
      submit={t('claimFind.claim.submit')}
      defaultValues={{ address: '', destination_tag: '' }}
      rules={TARGET}
      send={send}
      onClose={onClose}
    >
      <p>{t('claimFind.claim.text')}</p>
      <Found verdict={verdict} />
      <TextInput source="address" label={t('claimFind.address')} autoComplete="off" isCode autoFocus />
      {network === 'XRP' && (
        <TextInput
          source="destination_tag"
          label={t('create.optional', { label: t('claim.tag') })}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

function bodyOf({ address, destination_tag: tag }: Target) {
  return { address: address.trim(), ...(tag.trim() === '' ? {} : { destination_tag: tag.trim() }) };
}

const TARGET = bodyRules<Target>(loadTarget, { toBody: bodyOf });

/** Where the money goes, of the body that names what is claimed, too. */
async function loadTarget() {
  const { CreateClaimBody } = await import('../../contract/claims.ts');
  const { address, destination_tag } = CreateClaimBody.properties;
  return { ...CreateClaimBody, required: ['address'], properties: { address, destination_tag } };
}
