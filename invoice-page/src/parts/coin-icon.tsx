import type { CryptoGateId } from '../../../domain/assets/assets.ts';

/** The coin's mark, from the sprite that the server writes into the page. */
export function CoinIcon({ gate, size = 32 }: { gate: CryptoGateId; size?: number }) {
  return (
    <svg className="coin" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <use href={`#coin-${gate}`} />
    </svg>
  );
}
