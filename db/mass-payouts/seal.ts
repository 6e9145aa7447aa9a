import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { GoodLine } from './lines.ts';

/** What an approval of a mass payout authenticates, slice by slice: every line of it, and nothing else (hazard 68). */
export interface MassSeal {
  seal(slice: SealedSlice, by: PayoutActor): string;
  isSealed(slice: SealedSlice, by: PayoutActor, mac: string | null): boolean;
}

export interface SealedSlice {
  readonly massPayoutId: string;
  readonly slice: number;
  readonly lines: readonly GoodLine[];
}

/** @param encryptionKey 32 bytes, the product's: whoever can only write to the database can approve nothing */
export function createMassSeal(encryptionKey: Uint8Array): MassSeal {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'tidegate mass payout approval', 32));
  const macOf = (slice: SealedSlice, by: PayoutActor) => createHmac('sha256', key).update(textOf(slice, by)).digest();
  return {
    seal: (slice, by) => macOf(slice, by).toString('base64'),
    isSealed(slice, by, mac) {
      if (mac === null) return false;
      const given = Buffer.from(mac, 'base64');
      const due = macOf(slice, by);
      return given.length === due.length && timingSafeEqual(given, due);
    },
  };
}

function textOf({ massPayoutId, slice, lines }: SealedSlice, by: PayoutActor): string {
  return JSON.stringify([
    'mass-payout-approval-1',
    massPayoutId,
    slice,
    by.kind,
    by.id,
    lines.map((line) => [
      line.number,
      line.gate_id,
      line.address,
      line.address_key,
      line.destination_tag,
      line.amount_minor,
      line.net_minor,
      line.service_fee_minor,
      line.network_fee_minor,
    ]),
  ]);
}
