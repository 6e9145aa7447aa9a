import { useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BookAddressBody } from '../../../contract/payouts.ts';
import { type ChainKind, type CryptoGateId, NETWORKS } from '../../../domain/assets/assets.ts';
import { missing } from '../../components/form-problems.ts';
import { SecondFactorDialog } from '../../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { useStore } from '../../data/use-store.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { chainsOf, targetProblems } from '../target-check.ts';
import { TargetInputs } from '../target-inputs.tsx';
import { gatesOn, NetworkLabel } from './booked.tsx';
import { useBookRefresh } from './use-book-refresh.ts';

interface AddressDraft {
  readonly label: string;
  readonly gate_id: CryptoGateId | '';
  readonly address: string;
  readonly destination_tag: string;
}

const EMPTY: AddressDraft = { label: '', gate_id: '', address: '', destination_tag: '' };

/** Adds an address in advance: its cool-off starts now, and the team is notified. */
export default function AddAddressDialog({ onClose }: { onClose: () => void }) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useBookRefresh();
  const keyOf = useRequestKey();
  const factor = useSecondFactor<BookAddressBody>(async (body) => {
    const { usable_from } = await provider.bookAddress(body, keyOf(body));
    const cools = Date.parse(usable_from) > Date.now();
    const time = formatMoment(usable_from);
    notify(cools ? t('book.add.cools', { time }) : t('book.add.done'), { type: 'success' });
    await refresh();
    onClose();
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <FormDialog<AddressDraft>
      title={t('book.add.title')}
      submit={t('book.add.confirm')}
      defaultValues={EMPTY}
      rules={rulesOn(chains)}
      send={async (draft) => {
        if (draft.gate_id !== '') await factor.first(toBody({ ...draft, gate_id: draft.gate_id }));
      }}
      onClose={onClose}
    >
      <p>{t('book.add.text')}</p>
      <TextInput source="label" label={t('book.name')} help={t('book.nameHelp')} autoComplete="off" autoFocus />
      <Target chains={chains} />
    </FormDialog>
  );
}

function Target({ chains }: { chains: readonly ChainKind[] }) {
  const { gate_id: gateId } = useWatch() as AddressDraft;
  const { setValue } = useFormContext<AddressDraft>();
  return (
    <>
      <ChoiceInput<CryptoGateId | ''>
        source="gate_id"
        label={t('book.network')}
        choices={[
          ...(gateId === '' ? [{ value: '' as const, label: t('book.networkHint') }] : []),
          ...NETWORKS.flatMap((network) => networkChoice(network)),
        ]}
        onChosen={() => {
          setValue('address', '');
          setValue('destination_tag', '');
        }}
      />
      {gateId !== '' && <TargetInputs gateId={gateId} chains={chains} />}
    </>
  );
}

const rulesOn = (chains: readonly ChainKind[]) =>
  bodyRules<AddressDraft>(async () => (await import('../../../contract/payouts.ts')).BookAddressBody, {
    toBody,
    check: ({ label, gate_id, ...target }) => ({
      ...missing({ label, gate_id }),
      ...(gate_id === '' ? {} : targetProblems(gate_id, target, chains)),
    }),
  });

function toBody<GateId extends string>({
  label,
  gate_id,
  address,
  destination_tag,
}: Omit<AddressDraft, 'gate_id'> & { readonly gate_id: GateId }) {
  return { gate_id, address, label, ...(destination_tag === '' ? {} : { destination_tag }) };
}

/** The server reads an address by a gate; the first of a network will do, as all of it share their addresses. */
function networkChoice(network: string) {
  const [first] = gatesOn(network);
  return first === undefined ? [] : [{ value: first, label: <NetworkLabel network={network} /> }];
}
