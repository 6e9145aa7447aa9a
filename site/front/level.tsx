/** The price stays level while the coin moves: a drawing, not data. */
export function Level() {
  return (
    <svg className="level" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path className="coin" vectorEffect="non-scaling-stroke" d={coinLine()} />
      <path className="flat" vectorEffect="non-scaling-stroke" d={`M0 ${PRICE}H${WIDTH}`} />
    </svg>
  );
}

const WIDTH = 1600;
const HEIGHT = 220;
const PRICE = 118;
const STEP = 8;
/** How far the coin may move away from the price. */
const SWING = 68;

/** The same line at every build: sums of waves whose periods have no common measure, and a little unrest. */
function coinLine(): string {
  const points = Array.from({ length: WIDTH / STEP + 1 }, (_, at) => {
    const wave = Math.sin(at / 13) * 0.45 + Math.sin(at / 29 + 2) * 0.35;
    const unrest = Math.sin(at * 1.7) * 0.09 + Math.sin(at * 3.1 + 1) * 0.11;
    return `${at * STEP} ${(PRICE - SWING * (wave + unrest)).toFixed(1)}`;
  });
  return `M${points.join(' L')}`;
}
