import type { CryptoGateId } from './assets.ts';

/** A round mark of 32 by 32. */
export interface CoinMark {
  readonly ground: string;
  /** White lines on it, and how wide they are; or one white shape. */
  readonly lines: string;
  readonly width?: number;
  readonly turn?: number;
}

const bitcoin =
  'M12.4 9.6h5.5a3 3 0 0 1 0 6.1h-5.5zM12.4 15.7h6.3a3.3 3.3 0 0 1 0 6.6h-6.3zM14.4 7v2.6M18 7v2.6M14.4 22.3v2.6M18 22.3v2.6';
const tether: CoinMark = {
  ground: '#1B8F6E',
  lines: 'M9.8 9.8h12.4M16 9.8v14.4M8.9 15.2c0 3.1 14.2 3.1 14.2 0s-14.2-3.1-14.2 0',
  width: 2,
};

const marks: Readonly<Record<CryptoGateId, CoinMark>> = {
  BTC: { ground: '#D97706', lines: bitcoin, width: 2 },
  BCH: { ground: '#0A8F63', lines: bitcoin, width: 2, turn: -20 },
  LTC: { ground: '#345D9D', lines: 'm17.2 8-4 15.4h8.6M11 18.3l8.2-2.9', width: 2.4 },
  ETH: { ground: '#5B6FD8', lines: 'm16 5.8 6.2 10.3L16 19.7l-6.2-3.6zM10.3 18.3l5.7 3.3 5.7-3.3L16 26.3z' },
  USDT_ERC20: tether,
  USDT_TRC20: tether,
  TRX: {
    ground: '#CF1B2E',
    lines: 'm8.3 8.8 12.2 2.3 4 3.7L15 25.2zM8.3 8.8l6 7.4.7 9M14.3 16.2l6.2-5.1M14.3 16.2l10.2-1.4',
    width: 1.6,
  },
  XRP: {
    ground: '#2F3744',
    lines: 'm9.3 9.3 3.8 3.7a4.2 4.2 0 0 0 5.8 0l3.8-3.7M9.3 22.7l3.8-3.7a4.2 4.2 0 0 1 5.8 0l3.8 3.7',
    width: 2.3,
  },
};

/**
 * The marks of a coin: the same on the payer's page, in mails and in the back office. A token carries the mark of its
 * network at the edge (`EDGE_MARK`), since the network is what goes wrong.
 */
export function coinMarks(gateId: CryptoGateId): { readonly coin: CoinMark; readonly network: CoinMark | null } {
  const network = gateId === 'USDT_ERC20' ? marks.ETH : gateId === 'USDT_TRC20' ? marks.TRX : null;
  return { coin: marks[gateId], network };
}

/** Where the network's mark is, and the ring around it; both are within the 32 by 32, beyond which drawings are cut. */
export const EDGE_MARK = { transform: 'translate(16.2 16.2) scale(.45)', rimRadius: 19 } as const;

/** A coin's icon as the content of an SVG; a ring of class `rim` around its network takes the color behind it. */
export function coinSvg(gateId: CryptoGateId): string {
  const { coin, network } = coinMarks(gateId);
  if (network === null) return drawn(coin);
  const rim = `<circle class="rim" cx="16" cy="16" r="${EDGE_MARK.rimRadius}" fill="#FFF"/>`;
  return `${drawn(coin)}<g transform="${EDGE_MARK.transform}">${rim}${drawn(network)}</g>`;
}

function drawn({ ground, lines, width, turn = 0 }: CoinMark): string {
  const pen =
    width === undefined
      ? 'fill="#FFF"'
      : `fill="none" stroke="#FFF" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} 16 16)"`;
  return `<circle cx="16" cy="16" r="16" fill="${ground}"/><path d="${lines}" ${pen}${turned}/>`;
}
