export interface QrDrawing {
  /** Modules along one side, the quiet zone included. */
  readonly side: number;
  /** Pixels of one module: whole ones, so that every edge is sharp. */
  readonly module: 4 | 5 | 6;
  readonly path: string;
}

const QUIET = 4;

/**
 * Draws a code (`29.f8Kj…`, domain/web/qr-code.ts) as one SVG path, in the largest whole module that fits `limit`
 * pixels.
 */
export function drawQr(modules: string, limit: number): QrDrawing {
  const [size = '', bits = ''] = modules.split('.');
  const count = Number(size);
  const bytes = atob(bits);
  const isDark = (x: number, y: number): boolean => {
    const at = y * count + x;
    return x < count && (bytes.charCodeAt(at >> 3) & (0x80 >> (at & 7))) !== 0;
  };
  const side = count + 2 * QUIET;
  let path = '';
  for (let y = 0; y < count; y += 1) {
    for (let x = 0; x < count; x += 1) {
      if (!isDark(x, y)) continue;
      const start = x;
      while (isDark(x + 1, y)) x += 1;
      path += `M${start + QUIET} ${y + QUIET}h${x - start + 1}v1H${start + QUIET}z`;
    }
  }
  return { side, module: side * 6 <= limit ? 6 : side * 5 <= limit ? 5 : 4, path };
}
