import { newId, type ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne } from '../core/sql.ts';
import { logosTable, profilesTable } from './rows.ts';

export interface LogoImage {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Gives the profile this logo instead of the one it has. @returns its path, which is new with each logo */
export async function storeLogo(tx: Tx, profileId: ProfileId, { png, width, height }: LogoImage): Promise<string> {
  const id = newId();
  const url = `/logos/${id}.png`;
  await execute(
    tx,
    `INSERT INTO logo (id, profile_id, png, width, height) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (profile_id) DO UPDATE SET id = excluded.id, png = excluded.png, width = excluded.width,
       height = excluded.height, created_at = now()`,
    [id, profileId, png, width, height],
  );
  await profilesTable.update(tx, { logoUrl: url }, { id: profileId });
  return url;
}

/** Removes the logo. False when there was none. */
export async function removeLogo(tx: Tx, profileId: ProfileId): Promise<boolean> {
  await profilesTable.update(tx, { logoUrl: null }, { id: profileId });
  return (await logosTable.destroy(tx, { profileId })) > 0;
}

/** The logo that the profile has now, or undefined. */
export async function readProfileLogo(db: Db, profileId: string): Promise<Buffer | undefined> {
  return (await maybeOne<{ png: Buffer }>(db, 'SELECT png FROM logo WHERE profile_id = $1', [profileId]))?.png;
}

/** The bytes of a logo, or undefined. */
export async function readLogo(db: Db, id: string): Promise<Buffer | undefined> {
  return (await logosTable.findOne(db, { id }, { columns: ['png'] }))?.png;
}
