import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type AsnResponse, type CityResponse, Reader } from 'mmdb-lib';
import { DomainError } from '../domain/errors.ts';

/** Where an address is, in words: `Berlin, Germany`, or the name of its network. Null where it is not known. */
export type Locate = (ip: string | null) => string | null;

/** Fields that files of cities, of countries and of networks have, each some of them. */
type Known = Partial<Pick<CityResponse, 'city' | 'country' | 'registered_country'>> & Partial<AsnResponse>;

/**
 * Looks addresses up in the operator's own file in MaxMind's format (`.mmdb`), which is read once into memory: no
 * address is sent to anybody. Without a file, only this computer and local networks have a name.
 *
 * @throws DomainError `configuration_invalid` when the file cannot be read, or is of another format
 */
export function openLocations(file: string | undefined): Locate {
  if (file === undefined) return locationOf;
  const reader = readerOf(file);
  return (ip) => locationOf(ip) ?? (ip === null || isIP(ip) === 0 ? null : wordsOf(reader.get(unmapped(ip))));
}

function readerOf(file: string): Reader<Known> {
  try {
    return new Reader<Known>(readFileSync(file));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new DomainError('configuration_invalid', {
      message: `GEOIP_FILE names ${file}, which is no file of locations in MaxMind's format (.mmdb): ${problem}`,
    });
  }
}

/** A socket that takes both versions names IPv4 addresses as `::ffff:198.51.100.7`. */
function unmapped(ip: string): string {
  return ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

function wordsOf(known: Known | null): string | null {
  const place = [known?.city?.names.en, (known?.country ?? known?.registered_country)?.names.en];
  const named = place.filter((name) => name !== undefined && name !== '').join(', ');
  return named === '' ? (known?.autonomous_system_organization ?? null) : named;
}

/**
 * Where an address is, as far as the gateway knows by itself: this machine and private networks. Else null: no address
 * is sent to a third party for it.
 */
function locationOf(ip: string | null): string | null {
  if (ip === null) return null;
  if (/^(127\.|::1$)/.test(ip)) return 'This computer';
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:)/i.test(ip) ? 'Local network' : null;
}
