import { Op } from 'sequelize';
import { newId } from '../../domain/ids.ts';
import { CONSENT_DAYS, CONSENT_VERSION, type ConsentChoices } from '../../domain/legal/consent.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { fromNow } from '../core/table.ts';
import { cookieConsentsTable } from './rows.ts';

/** Logs what a visitor chose. @returns the number of the entry, which the visitor's browser keeps */
export async function logConsent(tx: Tx, choices: ConsentChoices, gpc: boolean): Promise<string> {
  const id = newId();
  const { performance, functional, targeting } = choices;
  await cookieConsentsTable.create(tx, { id, version: CONSENT_VERSION, performance, functional, targeting, gpc });
  return id;
}

/** Removes choices that no browser keeps any more. */
export async function deleteOldConsents(db: Db): Promise<number> {
  return cookieConsentsTable.destroy(db, { createdAt: { [Op.lt]: fromNow(-CONSENT_DAYS * 86_400) } });
}
