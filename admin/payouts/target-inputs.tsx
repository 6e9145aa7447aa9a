import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChainKind, CryptoGateId } from '../../domain/assets/assets.ts';
import { t } from '../i18n/translate.ts';
import { splitXAddress, type TargetTexts } from './target-check.ts';
import { TestAddress } from './test-address.tsx';
import { WalletInputs } from './wallet-inputs.tsx';

const Ways = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: '0 16px' });

export interface TargetInputsProps {
  gateId: CryptoGateId;
  chains: readonly ChainKind[];
  /** At the end of the address's label: another way to say where. */
  beside?: ReactNode;
}

/**
 * Where the money goes: the fields `address` and, where the network has one, `destination_tag`. An X-address is taken
 * apart.
 */
export function TargetInputs({ gateId, chains, beside }: TargetInputsProps) {
  const splitFrom = useSplitXAddress(gateId, chains);
  const help = splitFrom === null ? undefined : t('target.split', { address: splitFrom });
  return (
    <WalletInputs
      gateId={gateId}
      help={help}
      beside={
        <Ways>
          <TestAddress gateId={gateId} />
          {beside}
        </Ways>
      }
    />
  );
}

/** The X-address that the address and the tag of the form come from; null where they were typed as such. */
function useSplitXAddress(gateId: CryptoGateId, chains: readonly ChainKind[]): string | null {
  const { address, destination_tag } = useWatch() as TargetTexts;
  const { setValue } = useFormContext<TargetTexts>();
  const [split, setSplit] = useState({ from: '', to: '' });
  const parts = splitXAddress(gateId, { address, destination_tag }, chains);
  const [found, tag] = [parts?.address, parts?.destination_tag];
  useEffect(() => {
    if (found === undefined || tag === undefined) return;
    setSplit({ from: address.trim(), to: found });
    setValue('address', found, { shouldValidate: true });
    setValue('destination_tag', tag, { shouldValidate: true });
  }, [found, tag, address, setValue]);
  return split.to !== '' && split.to === address ? split.from : null;
}
