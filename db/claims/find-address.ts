import { parseAddress } from '../../domain/assets/addresses.ts';
import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import { type AddressCode, judgeAddress, pastedAddresses } from '../../domain/claims/pasted-address.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';

export interface FoundAddress {
  readonly code: AddressCode;
  /** The newest payment to the invoice, if the address is one of its own. */
  readonly txid: string | null;
}

/**
 * Says what a pasted address is to an invoice. Of others it only says that the gateway gave the address out, never to
 * whom or whether anything was paid to it. Writes nothing.
 * @returns undefined for a text that is no address
 */
export async function findAddress(
  on: Tx | Db,
  { invoiceId, text }: { readonly invoiceId: string; readonly text: string },
): Promise<FoundAddress | undefined> {
  const quotes = await select<QuoteRow>(on, quotesSql, [invoiceId]);
  const chains = await select<ChainRow>(on, chainsSql, [invoiceId]);
  const [first] = chains;
  const usual: ChainKind = first?.mode === 'production' ? 'main' : 'regtest';
  const pasted = pastedAddresses(text, (network) => chains.find((row) => row.network === network)?.chain ?? usual);
  if (pasted.length === 0) return undefined;
  const code = judgeAddress(pasted, {
    quotes: quotes.map(({ network, address, chain, tag, isChosen }) => ({
      network,
      addressKey: parseAddress(network, address, chain).addressKey,
      destinationTag: tag === null ? null : BigInt(tag),
      isChosen,
    })),
    isOurs: (await maybeOne(on, oursSql, [first?.mode, pasted.map(({ addressKey }) => addressKey)])) !== undefined,
    chosenNetwork: quotes.find(({ isChosen }) => isChosen)?.network ?? null,
  });
  const isOwn = code === 'own_address' || code === 'earlier_coin';
  const newest = isOwn ? await maybeOne<{ txid: string }>(on, newestSql, [invoiceId]) : undefined;
  return { code, txid: newest?.txid ?? null };
}

interface QuoteRow {
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly chain: ChainKind;
  readonly address: string;
  readonly tag: string | null;
  readonly isChosen: boolean;
}

interface ChainRow {
  readonly mode: Mode;
  readonly network: Network | null;
  readonly chain: ChainKind | null;
}

const quotesSql = prepared(`
  SELECT q.gate_id AS "gateId", q.network, q.chain, q.address, q.destination_tag::text AS tag,
    q.gate_id = i.gate_id AS "isChosen"
  FROM invoice i JOIN quote q ON q.invoice_id = i.id WHERE i.id = $1`);

// The chain of a quote was identified, or simulated, when it was made.
const chainsSql = prepared(`
  SELECT i.mode, q.network, q.chain FROM invoice i JOIN quote q ON q.invoice_id = i.id WHERE i.id = $1
  UNION ALL
  SELECT i.mode, c.network, CASE WHEN c.simulated THEN 'regtest' ELSE c.chain END
  FROM invoice i LEFT JOIN chain_identity c ON c.mode = i.mode WHERE i.id = $1`);

const oursSql = prepared('SELECT 1 FROM watched_address WHERE mode = $1 AND address_key = ANY($2::text[]) LIMIT 1');

const newestSql = prepared(`
  SELECT txid FROM payment WHERE invoice_id = $1 ORDER BY first_seen_at DESC, id DESC LIMIT 1`);
