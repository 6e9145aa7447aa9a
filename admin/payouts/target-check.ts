import { parseAddress } from '../../domain/assets/addresses.ts';
import { type ChainKind, type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type PayoutTarget, payoutTarget } from '../../domain/payouts/target.ts';
import { t } from '../i18n/translate.ts';

export interface TargetTexts {
  readonly address: string;
  readonly destination_tag: string;
}

/**
 * The chains whose addresses are accepted. Simulated networks accept only their own. Only the server knows which chain
 * a real node follows, so the page rejects only addresses that are invalid on every chain of the network.
 */
export function chainsOf(isSimulated: boolean): readonly ChainKind[] {
  return isSimulated ? ['regtest'] : ['main', 'test', 'regtest'];
}

/** Errors of an address and its tag, in the domain's words; empty if both are valid. */
export function targetProblems(
  gateId: CryptoGateId,
  texts: TargetTexts,
  chains: readonly ChainKind[],
): Partial<TargetTexts> {
  if (texts.address === '') return { address: t('form.required') };
  const read = readTarget(gateId, texts, chains);
  if (!(read instanceof DomainError)) return {};
  const { address, destination_tag: tag } = read.fields ?? {};
  return { ...(address?.[0] ? { address: address[0] } : {}), ...(tag?.[0] ? { destination_tag: tag[0] } : {}) };
}

/**
 * An X-address as the classic address and the tag inside it (XLS-5), so that both can be seen; null for any other text,
 * and where another tag was given beside it, which is refused.
 */
export function splitXAddress(
  gateId: CryptoGateId | '',
  { address, destination_tag: given }: TargetTexts,
  chains: readonly ChainKind[],
): TargetTexts | null {
  if (gateId === '' || gates[gateId].network !== 'XRP') return null;
  for (const chain of chains) {
    try {
      const { canonical, destinationTag } = parseAddress('XRP', address.trim(), chain);
      if (destinationTag === null || canonical === address.trim()) return null;
      const tag = destinationTag.toString();
      return given === '' || given === tag ? { address: canonical, destination_tag: tag } : null;
    } catch {
      // Not an address of this chain; the next one may know it.
    }
  }
  return null;
}

/** The first chain that takes the address; else what the first one says against it. */
function readTarget(
  gateId: CryptoGateId,
  { address, destination_tag }: TargetTexts,
  chains: readonly ChainKind[],
): PayoutTarget | DomainError {
  let refusal: DomainError | null = null;
  for (const chain of chains) {
    try {
      return payoutTarget(gates[gateId], { address, destinationTag: destination_tag || null }, { chain });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusal ??= error;
    }
  }
  return refusal ?? new DomainError('address_invalid');
}
