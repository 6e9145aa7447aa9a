import { styled } from '@mui/material/styles';
import { type GateId, gates, isCryptoGateId, isToken } from '../../domain/assets/assets.ts';
import { type CoinMark, coinMarks, EDGE_MARK } from '../../domain/assets/coin-svg.ts';

const Label = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
});
const Network = styled('small')(({ theme }) => ({ fontSize: 13, color: theme.palette.text.secondary }));
const Coin = styled('svg')(({ theme }) => ({
  flex: 'none',
  overflow: 'visible',
  '& .rim': { fill: theme.palette.background.paper },
}));

export interface AssetLabelProps {
  gateId: GateId;
  /** False leaves out the network of a coin that is on one only; a token's is always there. */
  network?: boolean;
}

/** An asset by its mark and ticker, with its network. */
export function AssetLabel({ gateId, network = true }: AssetLabelProps) {
  const isOnSeveral = isCryptoGateId(gateId) && isToken(gates[gateId]);
  return (
    <Label>
      <AssetIcon gateId={gateId} />
      <span>
        {tickerOf(gateId)} {(network || isOnSeveral) && <Network data-token={isOnSeveral}>{networkOf(gateId)}</Network>}
      </span>
    </Label>
  );
}

function AssetIcon({ gateId }: { gateId: GateId }) {
  const { coin, network } = gateId === 'EUR' ? { coin: EURO, network: null } : coinMarks(gateId);
  return (
    <Coin width={20} height={20} viewBox="0 0 32 32" aria-hidden focusable="false">
      <Mark mark={coin} />
      {network && (
        <g transform={EDGE_MARK.transform}>
          <circle className="rim" cx="16" cy="16" r={EDGE_MARK.rimRadius} />
          <Mark mark={network} />
        </g>
      )}
    </Coin>
  );
}

function Mark({ mark: { ground, lines, width, turn } }: { mark: CoinMark }) {
  const pen =
    width === undefined
      ? { fill: '#FFF' }
      : ({
          fill: 'none',
          stroke: '#FFF',
          strokeWidth: width,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
        } as const);
  return (
    <>
      <circle cx="16" cy="16" r="16" fill={ground} />
      <path d={lines} {...pen} {...(turn === undefined ? {} : { transform: `rotate(${turn} 16 16)` })} />
    </>
  );
}

const EURO: CoinMark = {
  ground: '#2F5BD0',
  lines: 'M21.6 10.6a7.4 7.4 0 1 0 0 10.8M8.6 14.4h9.2M8.6 17.8h9.2',
  width: 2.2,
};

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
