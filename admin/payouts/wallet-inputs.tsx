import type { ReactNode } from 'react';
import { type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { networkOf } from '../components/asset-label.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';

export interface WalletInputsProps {
  gateId: CryptoGateId;
  help?: string | undefined;
  beside?: ReactNode;
}

/** The fields `address` and, where the network has one, `destination_tag`, as they are typed. */
export function WalletInputs({ gateId, help = t('target.addressHelp'), beside }: WalletInputsProps) {
  return (
    <>
      <TextInput
        source="address"
        label={t('target.address', { network: networkOf(gateId) })}
        help={help}
        autoComplete="off"
        beside={beside}
        multiline
        isCode
      />
      {gates[gateId].tag === 'required' && (
        <TextInput
          source="destination_tag"
          label={t('create.optional', { label: t('target.tag') })}
          help={t('target.tagHelp')}
          decimal
        />
      )}
    </>
  );
}
