import { LEVEL_BOX } from '../../domain/site/level.ts';

/**
 * The price stays level while the coin moves: its rate of the last 24 hours, as this gateway recorded it. Filled in
 * when the page is served (`api/presenters/level-values.ts`), which also says which of the two sentences is true.
 */
export function Level() {
  const { width, height, price } = LEVEL_BOX;
  return (
    <div className="level" data-level="__LEVEL_KIND__">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path className="coin" vectorEffect="non-scaling-stroke" d="__LEVEL_PATH__" />
        <path className="flat" vectorEffect="non-scaling-stroke" d={`M0 ${price}H${width}`} />
      </svg>
      <p className="recorded">Bitcoin in the last 24 hours: __LEVEL_LOWEST__ to __LEVEL_HIGHEST__, as recorded here.</p>
      <p className="drawn">A drawing: no rates of a day are recorded here yet.</p>
    </div>
  );
}
