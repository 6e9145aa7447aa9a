import { styled } from '@mui/material/styles';
import { type GateId, gates, isCryptoGateId } from '../../domain/assets/assets.ts';
import { assetGlyphs } from './asset-glyphs.ts';

const Label = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
});
const Network = styled('small')(({ theme }) => ({ fontSize: 13, color: theme.palette.text.secondary }));
const Coin = styled('span')<{ 'data-gate': GateId }>(({ theme, 'data-gate': gate }) => ({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 20,
  height: 20,
  borderRadius: '50%',
  backgroundColor: theme.palette.series[gate],
  color: theme.palette.background.paper,
  '& svg': {
    width: 12,
    height: 12,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.6,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
}));

export interface AssetLabelProps {
  gateId: GateId;
  /** The network's name beside the ticker, as the same asset may live on several. */
  network?: boolean;
}

/** An asset by glyph and ticker, with its network. */
export function AssetLabel({ gateId, network = true }: AssetLabelProps) {
  return (
    <Label>
      <Coin data-gate={gateId} aria-hidden>
        <svg viewBox="0 0 12 12" aria-hidden focusable="false">
          <path d={assetGlyphs[gateId]} />
        </svg>
      </Coin>
      <span>
        {tickerOf(gateId)} {network && <Network>{networkOf(gateId)}</Network>}
      </span>
    </Label>
  );
}

export function tickerOf(gateId: string): string {
  return isCryptoGateId(gateId) ? gates[gateId].ticker : gateId;
}

/** The network in as few letters as tell it apart. */
export function networkOf(gateId: GateId): string {
  if (!isCryptoGateId(gateId)) return 'SEPA';
  const { family, networkTitle } = gates[gateId];
  if (gateId === 'USDT_ERC20') return 'ERC20';
  return family === 'tron' ? 'TRON' : networkTitle;
}

/** An asset with its network in words: `USDT (TRON)`. */
export function gateName(gateId: GateId): string {
  return gateId === 'EUR' ? gateId : `${tickerOf(gateId)} (${networkOf(gateId)})`;
}
