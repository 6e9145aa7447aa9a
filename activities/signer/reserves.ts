import { readChainKind } from '../../db/chain/identity.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { keepSignature, type ReserveChain, unsignedAddresses } from '../../db/reserves/addresses.ts';
import { statementHash } from '../../db/reserves/days.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import type { Config } from '../../settings/config.ts';
import type { KeyRing } from './keys.ts';
import { signReserveMessage } from './reserve-signature.ts';

export interface SignReservesDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'accountXpubs'>;
  readonly keyRing: KeyRing;
}

/**
 * Signs for each recorded address of a day that the gateway has its key. The caller names day and network only: the
 * text is made here, from the statement in the database, and an address that is not of our own key is refused.
 * @returns how many are newly signed
 */
export async function signReserves({ db, config, keyRing }: SignReservesDeps, of: ReserveChain): Promise<number> {
  const { mode, network, day } = of;
  const [statementSha256, chain] = [await statementHash(db, of), await readChainKind(db, of)];
  const accountXpub = config.accountXpubs[mode][network];
  if (statementSha256 === null || chain === null || accountXpub === undefined) return 0;
  const rows = await unsignedAddresses(db, of);
  if (rows.length === 0) return 0;
  const keys = keyRing.of({ mode, network });
  for (const { address, branch, derivationIndex: index } of rows) {
    const isOwnBranch = branch === (network === 'XRP' ? 0 : 1);
    if (!isOwnBranch || deriveOwnAddress({ network, accountXpub, index, chain }).address !== address)
      throw new Error(`The address ${address} is not of the key ${branch}/${index} of ${network}.`);
    const key = keys.key(branch, index);
    const signature = signReserveMessage({ mode, network, address, day, statementSha256 }, key);
    await keepSignature(db, { ...of, address }, { publicKey: Buffer.from(key.publicKey).toString('hex'), signature });
  }
  return rows.length;
}
