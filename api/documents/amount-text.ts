import { type GateId, gate } from '../../domain/assets/assets.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';

/** A decimal amount as documents of the back office write it, with its unit: `€1,234.50`, `0.50000000 BTC`. */
export function amountText(amount: string, gateId: GateId): string {
  const shown = plainAmount(amount);
  if (gateId !== 'EUR') return `${shown} ${gate(gateId).ticker}`;
  return shown.startsWith('−') ? `−€${shown.slice(1)}` : `€${shown}`;
}

/** The same without its unit, for columns that name it. */
export function plainAmount(amount: string): string {
  return writeDecimal(amount, ENGLISH).replace('-', '−');
}

const ENGLISH = separatorsOf('en');

/** Moments to the second, as `Nov 20, 2026, 11:15:00`. */
export function momentsOf(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => format.format(at);
}
