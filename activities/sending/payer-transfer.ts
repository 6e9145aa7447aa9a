import type { Mode } from '../../domain/assets/assets.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import type { SendAnswer } from './port.ts';
import { openTronSending } from './tron.ts';

/** What became of a transaction that a payer signed: the node's answer, or that it found no block in time. */
export type PayerTransferOutcome = SendAnswer | { readonly kind: 'expired' };

export type PayerTransferActivities = ReturnType<typeof createPayerTransferActivities>;

/** The activity of the queue `chain-tron` that hands a payer's transaction to the node. */
export function createPayerTransferActivities({ config }: { readonly config: Pick<Config, 'nodeEnv' | 'chains'> }) {
  return {
    /**
     * Repeating it does no harm: the node knows a transaction by its ID.
     * @throws ChainUnavailableError, RetryLaterError while the node cannot take it
     */
    async broadcastPayerTransfer({ mode, raw }: { readonly mode: Mode; readonly raw: string }): Promise<SendAnswer> {
      const url = config.chains[mode].TRON;
      if (url === undefined || isSimulated(config, mode, 'TRON'))
        return { kind: 'refused', words: 'There is no node.' };
      const port = openTronSending({ mode, url });
      try {
        return await port.send(raw);
      } finally {
        await port.close();
      }
    },
  };
}
