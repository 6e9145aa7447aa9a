import { type Db, moneyTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { isStopped } from '../../../db/payouts/emergency-stop.ts';
import {
  isSettingOpen,
  lockSetting,
  type OpenSetting,
  storeSetting,
  updateSetting,
} from '../../../db/sending/account-settings.ts';
import { lockSigning } from '../../../db/sending/transactions.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { openXrpRpc } from '../../chain/xrp/rpc.ts';
import type { SignerDeps } from '../sign.ts';
import { readConditions, type XrpConditions } from './conditions.ts';
import type { XrpSigningOptions } from './family.ts';
import { type Own, signXrp } from './transaction.ts';

/** The settings of the account that XRP payers pay to. */
export interface XrpSettings {
  /**
   * Signs what operators requested, once, as payouts are signed: under the lock and the stop, stored before anybody
   * could see it. The follower sends and follows it, and its cost is booked. Nothing is signed where the account has
   * the setting already. May be repeated, interrupted and run twice at once.
   * @returns true when something was signed
   * @throws ChainUnavailableError when the node cannot be relied on now
   */
  apply(deps: SignerDeps): Promise<boolean>;
  close(): Promise<void>;
}

export function openXrpSettings({ mode, url, accountXpub }: XrpSigningOptions): XrpSettings {
  const rpc = openXrpRpc(url);
  const { address } = deriveOwnAddress({ network: 'XRP', accountXpub, index: 0, chain: 'main' });
  return {
    async apply(deps) {
      if (!(await isSettingOpen(deps.db, chainOf(mode)))) return false;
      const conditions = await readConditions(rpc, { address, payments: [] });
      return retrying(() =>
        moneyTransaction(deps.db, (tx) => applyIn(tx, deps, { own: { mode, address }, conditions })),
      );
    },
    close: () => rpc.close(),
  };
}

/** A simulated network has no account that could have the setting: the request ends in words. */
export async function refuseXrpSettings(db: Db, mode: Mode): Promise<void> {
  if (!(await isSettingOpen(db, chainOf(mode)))) return;
  await moneyTransaction(db, async (tx) => {
    if ((await lockSetting(tx, chainOf(mode))) === null) return;
    await updateSetting(tx, chainOf(mode), {
      status: 'failed',
      words: 'XRP is simulated here: there is no account to change.',
    });
  });
}

interface Look {
  readonly own: Own;
  readonly conditions: XrpConditions;
}

async function applyIn(tx: Tx, deps: SignerDeps, { own, conditions }: Look): Promise<boolean> {
  const chain = chainOf(own.mode);
  await lockSigning(tx, chain);
  const open = await lockSetting(tx, chain);
  if (open === null) return false;
  if (conditions.account?.requiresTag === true) {
    await updateSetting(tx, chain, { status: 'set', words: null });
    return false;
  }
  const step = nextStep(open, conditions);
  if (step === 'wait') return false;
  if (step === 'fail') {
    const words = 'The ledger charged the fee but did not apply the setting.';
    await updateSetting(tx, chain, { status: 'failed', words });
    return false;
  }
  const waiting = (words: string) => updateSetting(tx, chain, { status: 'requested', words }).then(() => false);
  if (await isStopped(tx, chain)) return waiting('The emergency stop is active.');
  deps.faultPoint?.('before_reserve');
  const signed = await signXrp(tx, own, {
    conditions,
    keys: deps.keysOf(chain),
    bounds: deps.boundsOf(chain),
    drops: 0n,
    fields: { TransactionType: 'AccountSet', SetFlag: ASF_REQUIRE_DESTINATION_TAG },
    onReserved: () => deps.faultPoint?.('after_reserve'),
  });
  if ('retryLater' in signed) return waiting(signed.words);
  deps.faultPoint?.('after_sign');
  await storeSetting(tx, { ...signed, chain, nowMs: deps.nowMs() });
  deps.faultPoint?.('after_store');
  return true;
}

/**
 * An earlier transaction may still enter a ledger, or has entered one after the ledger that was read. An expired one is
 * signed again.
 */
function nextStep({ transaction }: OpenSetting, { account }: XrpConditions): 'sign' | 'wait' | 'fail' {
  if (transaction === null) return 'sign';
  const { status, height } = transaction;
  if (status === 'failed') return height === null ? 'sign' : 'fail';
  return status === 'confirmed' && (height ?? 0) <= (account?.ledger ?? 0) ? 'sign' : 'wait';
}

const ASF_REQUIRE_DESTINATION_TAG = 1;

function chainOf(mode: Mode) {
  return { mode, network: 'XRP' } as const;
}
