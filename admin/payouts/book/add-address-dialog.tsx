import type { BookAddressBody } from '../../../api/contract/payouts.ts';
import { type CryptoGateId, NETWORKS } from '../../../domain/assets.ts';
import { ChoiceField } from '../../components/choice-field.tsx';
import { DialogForm, SecondFactorDialog } from '../../components/dialog-form.tsx';
import { Field } from '../../components/field.tsx';
import { missing } from '../../components/form-problems.ts';
import { useForm } from '../../components/use-form.ts';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { session } from '../../data/session.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { useStore } from '../../data/use-store.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { chainsOf, targetProblems } from '../target-check.ts';
import { TargetFields } from '../target-fields.tsx';
import { bookAddress, useBookRefresh } from './book-calls.ts';
import { gatesOn, NetworkLabel } from './booked.tsx';

type AddressValues = Readonly<Record<string, string>> & {
  readonly label: string;
  readonly gate_id: CryptoGateId | '';
  readonly address: string;
  readonly destination_tag: string;
};

/** Enters an address ahead of time: its cool-off begins now, and the team is told. */
export default function AddAddressDialog({ onClose }: { onClose: () => void }) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const refresh = useBookRefresh();
  const keyOf = useRequestKey();
  const factor = useSecondFactor<BookAddressBody>(async (body) => {
    const { usable_from } = await bookAddress(body, keyOf(body));
    const waits = Date.parse(usable_from) > Date.now();
    toastSuccess(waits ? t('book.add.cools', { time: formatMoment(usable_from) }) : t('book.add.done'));
    await refresh();
    onClose();
  });
  const form = useForm<AddressValues>({
    initial: { label: '', gate_id: '', address: '', destination_tag: '' },
    check: ({ label, gate_id, address, destination_tag }) => ({
      ...missing({ label, gate_id }),
      ...(gate_id === '' ? {} : targetProblems(gate_id, { address, destination_tag }, chains)),
    }),
    async send({ label, gate_id, address, destination_tag }) {
      if (gate_id === '') return;
      await factor.first({ gate_id, address, label, ...(destination_tag === '' ? {} : { destination_tag }) });
    },
  });
  const { gate_id: gateId } = form.values;
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogForm title={t('book.add.title')} form={form} submit={t('book.add.confirm')} onClose={onClose}>
      <p>{t('book.add.text')}</p>
      <Field {...form.text('label')} label={t('book.name')} help={t('book.nameHelp')} autoComplete="off" autoFocus />
      <ChoiceField<CryptoGateId | ''>
        name="gate_id"
        label={t('book.network')}
        value={gateId}
        choices={[
          ...(gateId === '' ? [{ value: '' as const, label: t('book.networkHint') }] : []),
          ...NETWORKS.flatMap((network) => networkChoice(network)),
        ]}
        onChange={(next) => {
          form.set('gate_id', next);
          form.set('address', '');
          form.set('destination_tag', '');
        }}
        error={form.errorOf('gate_id')}
      />
      {gateId !== '' && <TargetFields form={form} gateId={gateId} chains={chains} />}
    </DialogForm>
  );
}

/** The server reads an address by a gate; the first of a network will do, as all of it share their addresses. */
function networkChoice(network: string) {
  const [first] = gatesOn(network);
  return first === undefined ? [] : [{ value: first, label: <NetworkLabel network={network} /> }];
}
