import type { CryptoGateId } from '../assets/assets.ts';

/** An address of each simulated network that is nobody's: newcomers to the sandbox have none there. */
export const TEST_ADDRESSES: Readonly<Record<CryptoGateId, string>> = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  LTC: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
  BCH: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
  USDT_ERC20: '0x52908400098527886E0F7030069857D2E4169EE7',
  USDT_TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  TRX: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  XRP: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
};
