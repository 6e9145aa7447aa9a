import { useMemo } from 'react';
import { drawQr } from '../model/qr.ts';

/** A QR code, black on white in every theme. `limit` is the room for it in pixels. */
export function QrCode({ modules, label, limit }: { modules: string; label: string; limit: number }) {
  const { side, module, path } = useMemo(() => drawQr(modules, limit), [modules, limit]);
  const size = side * module;
  return (
    <svg
      className="code"
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#FFF" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
