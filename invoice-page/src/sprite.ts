import { CRYPTO_GATES } from '../../domain/assets/assets.ts';
import { coinSvg } from '../../domain/assets/coin-svg.ts';
import type { IconName } from './model/screen.ts';

const paths: Readonly<Record<Exclude<IconName, 'half' | 'tidegate'>, string>> = {
  alert: 'M10 3.4 17.2 16H2.8zM10 8.3v3.3M10 13.75v.1',
  card: 'M4.7 4.5h10.6A1.7 1.7 0 0 1 17 6.2v7.6a1.7 1.7 0 0 1-1.7 1.7H4.7A1.7 1.7 0 0 1 3 13.8V6.2a1.7 1.7 0 0 1 1.7-1.7M3 8.3h14M6 12.3h2.5',
  check: 'm4.4 10.6 3.7 3.7 7.5-8.4',
  chevron: 'm8 5 5 5-5 5',
  clock: 'M10 3.2a6.8 6.8 0 1 1 0 13.6a6.8 6.8 0 0 1 0-13.6M10 6.3V10l2.5 1.7',
  copy: 'M9.5 7.5h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2M12.5 7.5v-2a2 2 0 0 0-2-2h-5a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h2',
  cross: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  info: 'M10 3.2a6.8 6.8 0 1 1 0 13.6a6.8 6.8 0 0 1 0-13.6M10 9.4v4M10 6.6v.1',
  mail: 'M5 4.5h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2M3.6 6.3 10 10.9l6.4-4.6',
  network:
    'M10 3.2a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 0 1 0-3.8M4.9 12.8a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 0 1 0-3.8M15.1 12.8a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 0 1 0-3.8M9 6.8l-3.2 6.1M11 6.8l3.2 6.1M6.8 14.7h6.4',
  open: 'M8.5 5H5.7A1.7 1.7 0 0 0 4 6.7v7.6A1.7 1.7 0 0 0 5.7 16h7.6a1.7 1.7 0 0 0 1.7-1.7v-2.8M11.6 4H16v4.4M15.8 4.2 9.5 10.5',
  return: 'M7 4 3.8 7.2 7 10.4M4 7.2h8.2a4 4 0 0 1 0 8H8.3',
  wallet:
    'M15.5 6.5V5.2a1.7 1.7 0 0 0-1.7-1.7H5.2a1.7 1.7 0 0 0-1.7 1.7v9.6a1.7 1.7 0 0 0 1.7 1.7h9.6a1.7 1.7 0 0 0 1.7-1.7V8.2a1.7 1.7 0 0 0-1.7-1.7H5M13.4 11.5v.1',
};

const drawings: Readonly<Partial<Record<IconName, string>>> = {
  half: '<path fill="currentColor" d="M10 3.2a6.8 6.8 0 1 0 0 13.6z"/><circle cx="10" cy="10" r="6.8"/>',
  tidegate:
    '<rect x="2.8" y="2.8" width="14.4" height="14.4" rx="3.8"/><path d="M5.6 8.7c1.5-1.6 2.9-1.6 4.4 0s2.9 1.6 4.4 0M5.6 12.5c1.5-1.6 2.9-1.6 4.4 0s2.9 1.6 4.4 0"/>',
};

/** All drawings once, for pages to refer to: what they use again and again is neither sent nor built again. */
export const SPRITE = [
  '<svg class="unseen" aria-hidden="true">',
  '<defs><path id="wave" d="M-80 6q20-12 40 0t40 0 40 0 40 0 40 0 40 0 40 0V220H-80z"/></defs>',
  ...Object.entries(paths).map(([name, path]) => symbol(`icon-${name}`, 20, `<path d="${path}"/>`)),
  ...Object.entries(drawings).map(([name, drawing]) => symbol(`icon-${name}`, 20, drawing)),
  ...CRYPTO_GATES.map((gate) => symbol(`coin-${gate}`, 32, coinSvg(gate))),
  '</svg>',
].join('');

function symbol(id: string, size: number, drawing: string): string {
  return `<symbol id="${id}" viewBox="0 0 ${size} ${size}">${drawing}</symbol>`;
}
