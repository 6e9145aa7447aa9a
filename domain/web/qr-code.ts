import { correction, generate } from 'lean-qr/nano';
import { LRUCache } from 'lru-cache';

/**
 * A QR code at error level M (or better, where it fits the same size): its modules along one side, a point, then all
 * modules row by row as bits in base64, dark ones set, e.g. `29.f8Kj…`. Without the quiet zone.
 */
export function qrModules(payload: string): string {
  const modules = known.get(payload) ?? encode(payload);
  known.set(payload, modules);
  return modules;
}

/** To make a code takes a millisecond, and each snapshot of an invoice has the same two. */
const known = new LRUCache<string, string>({ max: 2_000 });

function encode(payload: string): string {
  const code = generate(payload, { minCorrectionLevel: correction.M });
  const bytes = new Uint8Array(Math.ceil(code.size ** 2 / 8));
  for (let at = 0; at < code.size ** 2; at += 1) {
    if (code.get(at % code.size, Math.floor(at / code.size)))
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  return `${code.size}.${btoa(String.fromCharCode(...bytes))}`;
}
