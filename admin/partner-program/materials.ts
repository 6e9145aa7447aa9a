import { MARK_ON_TILE, MARK_PATH, MARK_SIDE } from '../../domain/site/mark.ts';

/** A picture that partners may use on their pages. */
export interface Material {
  readonly name: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The SVG as a file. */
  readonly svg: string;
}

/** The mark on its tile, with the name on light and on dark ground, and two banners in usual sizes. */
export const MATERIALS: readonly Material[] = [
  picture({ name: 'tidegate-mark', width: 512, height: 512 }, tile(0, 0, 512)),
  picture({ name: 'tidegate-logo-on-light', width: 640, height: 160 }, logo('#0b1220')),
  picture({ name: 'tidegate-logo-on-dark', width: 640, height: 160 }, logo('#ffffff')),
  picture(
    { name: 'tidegate-banner-728x90', width: 728, height: 90 },
    `${ground(728, 90)}${tile(15, 15, 60)}${text(95, 41, 24, 'Take crypto, get euro')}${text(95, 68, 17, 'Invoices, payouts and settlement by Tidegate')}`,
  ),
  picture(
    { name: 'tidegate-banner-300x250', width: 300, height: 250 },
    `${ground(300, 250)}${tile(24, 24, 64)}${text(24, 138, 27, 'Take crypto,')}${text(24, 172, 27, 'get euro')}${text(24, 216, 17, 'with Tidegate')}`,
  ),
];

/** An address that a link can download. */
export function downloadOf({ svg }: Material): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A piece of HTML for a page, with the partner's own link and the picture beside it. */
export function snippetOf({ name, width, height }: Material, url: string): string {
  const size = `width="${width}" height="${height}"`;
  return `<a href="${url}"><img src="${name}.svg" ${size} alt="Take crypto, get euro with Tidegate"></a>`;
}

function picture(of: Omit<Material, 'svg'>, content: string): Material {
  const { width, height } = of;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return { ...of, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${content}</svg>` };
}

function logo(color: string): string {
  return `${tile(10, 10, 140)}<g fill="${color}">${letters(176, 106, 74, 'Tidegate')}</g>`;
}

/** The mark in white on a tile of the brand's color. */
function tile(x: number, y: number, side: number): string {
  const scale = (side / MARK_SIDE) * MARK_ON_TILE;
  const margin = ((1 - MARK_ON_TILE) / 2) * side;
  const radius = (side * 6) / MARK_SIDE;
  return (
    `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${radius.toFixed(2)}" fill="#2447e0"/>` +
    `<path transform="translate(${(x + margin).toFixed(2)} ${(y + margin).toFixed(2)}) scale(${scale.toFixed(4)})" ` +
    `d="${MARK_PATH}" fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round"/>`
  );
}

function ground(width: number, height: number): string {
  return `<rect width="${width}" height="${height}" rx="8" fill="#0b1220"/>`;
}

function text(x: number, y: number, size: number, words: string): string {
  return `<g fill="#ffffff">${letters(x, y, size, words)}</g>`;
}

function letters(x: number, y: number, size: number, words: string): string {
  const font = `font-family="Geist, Inter, Arial, sans-serif" font-weight="600" font-size="${size}"`;
  return `<text x="${x}" y="${y}" ${font}>${words}</text>`;
}
