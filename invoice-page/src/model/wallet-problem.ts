/** Why a wallet did not do as requested, as far as it can be known. */
export type WalletProblem = 'declined' | 'busy' | 'network' | 'funds' | 'changed' | 'failed' | 'unclear';

/**
 * Interprets what a wallet threw. Codes are those of EIP-1193, EIP-3326 and MetaMask; of a lack of funds wallets only
 * speak in words.
 */
export function problemOf(error: unknown): WalletProblem {
  const { code, message } = Object(error);
  const said = String(typeof error === 'string' ? error : (message ?? ''));
  if (code === 4001 || code === 'ACTION_REJECTED' || /reject|denied|declin|cancel/i.test(said)) return 'declined';
  if (code === -32_002) return 'busy';
  if (code === 4902 || code === 4901) return 'network';
  if (/insufficient|exceeds.*balance|not enough/i.test(said)) return 'funds';
  return 'failed';
}
