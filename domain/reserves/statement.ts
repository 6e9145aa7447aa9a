import type { GateId, Mode } from '../assets/assets.ts';
import { toBase64Url } from '../documents/proof.ts';

/** Where the figure of what is held comes from. */
export type HeldSource = 'node' | 'simulator' | 'bank_statement';

/** One asset in the statement of a day. Amounts in minor units. */
export interface StatedAsset {
  readonly gateId: GateId;
  readonly decimals: number;
  readonly depth: number;
  /** Of the root of the tree, in hex. */
  readonly rootHash: string;
  /** The sum that merchants are owed: that of the root. */
  readonly owedMinor: bigint;
  /** The amount that the gateway holds, by the source that was last asked; null where none was. */
  readonly held: { readonly minor: bigint; readonly source: HeldSource; readonly at: string } | null;
}

/** The signed statement of the gateway about one day and mode. */
export interface ReserveStatement {
  readonly mode: Mode;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** The moment of all balances, ISO 8601. */
  readonly moment: string;
  /** The origin of the gateway, so that the statement of a test installation is not shown as another's. */
  readonly gateway: string;
  /** SHA-256 of the signed statement before it, in base64url: a day that was published cannot be replaced later. */
  readonly previous: string | null;
  readonly assets: readonly StatedAsset[];
}

/**
 * The text that is signed: `TGR1.<key>.<statement as JSON in base64url>`. Its first word keeps it apart from documents
 * (`TG1`) and seals (`TGS2`), which the same key signs.
 */
export function statementToSign(keyId: string, { mode, day, moment, gateway, previous, assets }: ReserveStatement) {
  const stated = {
    version: 1,
    mode,
    day,
    moment,
    gateway,
    previous,
    assets: assets.map(({ gateId, decimals, depth, rootHash, owedMinor, held }) => ({
      gate_id: gateId,
      decimals,
      depth,
      root: rootHash,
      owed: String(owedMinor),
      held: held === null ? null : { amount: String(held.minor), source: held.source, at: held.at },
    })),
  };
  return `TGR1.${keyId}.${toBase64Url(new TextEncoder().encode(JSON.stringify(stated)))}`;
}
