import type { ChainKind } from '../assets/assets.ts';

/** The file that merchants download as an example: a heading and three valid lines for the chains in use. */
export function massExample(chain: ChainKind): string {
  return [
    'gate,address,reference,amount',
    `BTC,${BITCOIN[chain]},salary-2026-11,0.0125`,
    'USDT TRC20,TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE,,150.00',
    'XRP,rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe,4021967,320',
    '',
  ].join('\r\n');
}

/** The examples of BIP-173. */
const BITCOIN: Readonly<Record<ChainKind, string>> = {
  main: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  test: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  regtest: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};
