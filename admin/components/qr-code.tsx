import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'react';

const QUIET_MODULES = 4;
const MODULE_PIXELS = 4;

/** The code of a text, black on white in every theme, so that any camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => draw(text), [text]);
  const pixels = side * MODULE_PIXELS;
  return (
    <svg
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 6 }}
    >
      <path fill="#FFF" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function draw(text: string): { side: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const modules = Array.from(
    { length: code.size * code.size },
    (_, index) => [index % code.size, Math.floor(index / code.size)] as const,
  );
  const dark = modules.filter(([x, y]) => code.get(x, y));
  return {
    side: code.size + 2 * QUIET_MODULES,
    path: dark.map(([x, y]) => `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`).join(''),
  };
}
