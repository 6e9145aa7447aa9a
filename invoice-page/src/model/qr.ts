import { correction, generate } from 'lean-qr/nano';

export interface QrDrawing {
  /** Modules along one side, the quiet zone included. */
  readonly side: number;
  /** Pixels of one module: whole ones, so that every edge is sharp. */
  readonly module: 4 | 5 | 6;
  readonly path: string;
}

const QUIET = 4;

/**
 * Draws a payload at error level M (or better, where it fits the same size) as one SVG path, in the largest whole
 * module that fits `limit` pixels.
 */
export function drawQr(payload: string, limit: number): QrDrawing {
  const code = generate(payload, { minCorrectionLevel: correction.M });
  const side = code.size + 2 * QUIET;
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x += 1;
      path += `M${start + QUIET} ${y + QUIET}h${x - start + 1}v1H${start + QUIET}z`;
    }
  }
  return { side, module: side * 6 <= limit ? 6 : side * 5 <= limit ? 5 : 4, path };
}
