import { LEVEL_BOX } from '../../domain/site/level.ts';
import { fillText } from '../../domain/text/messages.ts';
import { useSite } from '../words.ts';

/**
 * The price stays level while the coin moves: its rate of the last 24 hours, as this gateway recorded it. Filled in
 * when the page is served (`api/pages/level-values.ts`), which also says which of the two sentences is true.
 */
export function Level() {
  const { recorded, drawn } = useSite().words.landing.level;
  const { width, height, price } = LEVEL_BOX;
  return (
    <div className="level" data-level="__LEVEL_KIND__">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path className="coin" vectorEffect="non-scaling-stroke" d="__LEVEL_PATH__" />
        <path className="flat" vectorEffect="non-scaling-stroke" d={`M0 ${price}H${width}`} />
      </svg>
      <p className="recorded">{fillText(recorded, { lowest: '__LEVEL_LOWEST__', highest: '__LEVEL_HIGHEST__' })}</p>
      <p className="drawn">{drawn}</p>
    </div>
  );
}
