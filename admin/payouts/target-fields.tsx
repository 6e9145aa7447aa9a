import { type ReactNode, useState } from 'react';
import { type ChainKind, type CryptoGateId, gates } from '../../domain/assets.ts';
import { networkOf } from '../components/asset-label.tsx';
import { Field } from '../components/field.tsx';
import type { FormState } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { splitXAddress } from './target-check.ts';

type TargetValues = Readonly<Record<string, string | boolean>> & {
  readonly address: string;
  readonly destination_tag: string;
};

export interface TargetFieldsProps<V extends TargetValues> {
  form: FormState<V>;
  gateId: CryptoGateId;
  chains: readonly ChainKind[];
  /** At the end of the address's label: another way to say where. */
  beside?: ReactNode;
}

/**
 * Where the money goes: the address, checked as it is typed, and the tag where the network has one. An X-address is
 * taken apart.
 */
export function TargetFields<V extends TargetValues>({ form, gateId, chains, beside }: TargetFieldsProps<V>) {
  const [splitFrom, setSplitFrom] = useState<string | null>(null);
  const address = form.text('address');
  const takesTag = gates[gateId].tag === 'required';
  const change = (typed: string) => {
    const parts = splitXAddress(gateId, { address: typed, destination_tag: form.values.destination_tag }, chains);
    setSplitFrom(parts === null ? null : typed.trim());
    address.onChange({ target: { value: parts?.address ?? typed } });
    if (parts !== null) form.text('destination_tag').onChange({ target: { value: parts.destination_tag } });
  };
  return (
    <>
      <Field
        {...address}
        onChange={(event) => change(event.target.value)}
        label={t('target.address', { network: networkOf(gateId) })}
        help={splitFrom === null ? t('target.addressHelp') : t('target.split', { address: splitFrom })}
        autoComplete="off"
        beside={beside}
        multiline
      />
      {takesTag && (
        <Field
          {...form.text('destination_tag')}
          label={t('create.optional', { label: t('target.tag') })}
          help={t('target.tagHelp')}
          autoComplete="off"
          decimal
        />
      )}
    </>
  );
}
