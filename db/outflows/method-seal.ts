import {
  type ConfirmedMethod,
  firstMethodSealText,
  methodSealText,
  SEALED_METHOD_COLUMNS,
} from '../../domain/outflows/approval.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';
import { createMacs } from './mac.ts';

/** Seals the confirmed content of a payment method, so that a schedule pays to nothing else (hazard 68). */
export interface MethodSeal {
  seal(method: ConfirmedMethod): string;
  judge(method: ConfirmedMethod, seal: string | null): MethodVerdict;
}

/** `unsealed`: not confirmed since methods have seals. */
export type MethodVerdict = 'sealed' | 'unsealed' | 'changed';

/** @param encryptionKey 32 bytes, the product's */
export function createMethodSeal(encryptionKey: Uint8Array): MethodSeal {
  const macs = createMacs(encryptionKey, 'tidegate payment method');
  return {
    seal: (method) => macs.macOf(methodSealText(method)),
    judge(method, seal) {
      if (seal === null) return 'unsealed';
      const isFirst = method.town === null && method.street === null && method.post_code === null;
      if (isFirst && macs.isMacOf(firstMethodSealText(method), seal)) return 'sealed';
      return macs.isMacOf(methodSealText(method), seal) ? 'sealed' : 'changed';
    },
  };
}

/** Seals a method after a person confirmed it; a method that cannot be paid has no seal. */
export async function sealMethod(tx: Tx, methodSeal: MethodSeal, id: string): Promise<void> {
  const { row } = await read(tx, id);
  const isConfirmed = row.status === 'active' || row.status === 'paused';
  await execute(tx, saveSql, [id, isConfirmed ? methodSeal.seal(row) : null]);
  if (isConfirmed) await resolveAlert(tx, unconfirmedAlert(id));
}

/** Whether the method matches its confirmation. Only a caller that has locked its row knows that this stays true. */
export async function judgeMethod(on: Tx | Db, methodSeal: MethodSeal, id: string): Promise<MethodVerdict> {
  const { row, seal } = await read(on, id);
  return methodSeal.judge(row, seal);
}

/** The alert that is open while a schedule refuses a method, until a person confirms it. */
export function unconfirmedAlert(methodId: string) {
  return { kind: 'method_not_confirmed', subject: `payment_method:${methodId}` } as const;
}

async function read(on: Tx | Db, id: string): Promise<{ readonly row: ConfirmedMethod; readonly seal: string | null }> {
  const row = await one<ConfirmedMethod & { readonly seal: string | null }>(on, readSql, [id]);
  return { row, seal: row.seal };
}

const readSql = prepared(`SELECT ${SEALED_METHOD_COLUMNS.join(', ')}, seal FROM payment_method WHERE id = $1`);
const saveSql = prepared('UPDATE payment_method SET seal = $2 WHERE id = $1');
