import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { GateId } from '../assets/assets.ts';
import { proofBalance, type ReserveProofFile } from './proof-file.ts';
import { type ReserveStatement, statementToSign } from './statement.ts';
import { type Balance, buildTree } from './tree.ts';

/** A signed day with the proof of each merchant. */
export interface TestDay {
  readonly statement: string;
  readonly publicKey: string;
  proofOf(merchantId: string): ReserveProofFile;
}

/** Makes a day as the gateway would, with a key of its own. */
export function makeDay(
  day: string,
  balances: Partial<Record<GateId, readonly Balance[]>>,
  { mode = 'production', seed = new Uint8Array(32).fill(7), decimals = 8 } = {} as Partial<
    Pick<ReserveStatement, 'mode'> & { seed: Uint8Array; decimals: number }
  >,
): TestDay {
  const trees = Object.entries(balances).map(([gateId, owed]) => {
    const context = { mode, day, gateId: gateId as GateId };
    return { gateId: context.gateId, tree: buildTree(context, seed, owed) };
  });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyId = createHash('sha256').update(raw).digest().subarray(0, 6).toString('base64url');
  const signed = statementToSign(keyId, {
    mode,
    day,
    moment: `${day}T00:10:00.000Z`,
    gateway: 'https://pay.example',
    previous: null,
    assets: trees.map(({ gateId, tree }) => ({
      gateId,
      decimals,
      depth: tree.depth,
      rootHash: bytesToHex(tree.root.hash),
      owedMinor: tree.root.sumMinor,
      held: null,
    })),
  });
  const statement = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  return {
    statement,
    publicKey: raw.toString('base64url'),
    proofOf: (merchantId) => ({
      format: 'tidegate-reserves-proof',
      version: 1,
      mode,
      day,
      merchant_id: merchantId,
      statement,
      public_key: raw.toString('base64url'),
      balances: trees.flatMap(({ gateId, tree }) => {
        const own = tree.inclusions.find((each) => each.merchantId === merchantId);
        return own === undefined ? [] : [proofBalance(gateId, own)];
      }),
    }),
  };
}
