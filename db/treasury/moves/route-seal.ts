import { createMacs } from '../../outflows/mac.ts';
import type { RouteRow } from './rows.ts';

/** Seals a route as two people confirmed it: no money goes elsewhere, even if the database is changed (hazard 68). */
export interface RouteSeal {
  seal(route: SealedRoute): string;
  isSealed(route: SealedRoute & Pick<RouteRow, 'seal' | 'status'>): boolean;
}

type SealedRoute = Omit<RouteRow, 'seal' | 'status' | 'reason' | 'createdAt' | 'confirmedAt'>;

/** @param encryptionKey 32 bytes, the product's */
export function createRouteSeal(encryptionKey: Uint8Array): RouteSeal {
  const macs = createMacs(encryptionKey, 'tidegate treasury route');
  return {
    seal: (route) => macs.macOf(textOf(route)),
    isSealed: (route) => route.status === 'confirmed' && macs.isMacOf(textOf(route), route.seal),
  };
}

function textOf(route: SealedRoute): string {
  const { payee } = route;
  return JSON.stringify([
    route.id,
    route.mode,
    route.fromPlace,
    route.toPlace,
    route.gateId,
    route.address,
    route.addressKey,
    route.destinationTag?.toString() ?? null,
    route.venueKey,
    route.requestedBy,
    route.requestedRole,
    route.confirmedBy,
    payee?.name ?? null,
    payee?.iban ?? null,
    payee?.bic ?? null,
    payee?.reference ?? null,
    payee?.address.town ?? null,
    payee?.address.country ?? null,
    payee?.address.street ?? null,
    payee?.address.postCode ?? null,
  ]);
}
