import { isPartnerRole } from '../../domain/accounts/partner-roles.ts';
import type { SpaUser } from '../data/session.ts';
import type { AppResource, NavigationEntry } from '../resource.ts';
import { resources } from '../resources.ts';

/** The sidebar, in the order of the resources. */
export function navigationOf(list: readonly AppResource[]): NavigationEntry[] {
  return list.flatMap(({ menu }) => menu ?? []);
}

/** Every path that needs sign-in, as patterns of react-router. */
export function pathsOf(list: readonly AppResource[]): string[] {
  return list.flatMap(({ paths }) => paths ?? []);
}

export const NAVIGATION: readonly NavigationEntry[] = navigationOf(resources);

/** Where a partner without a shop begins; everybody else reaches it by the menu of the account. */
export const PARTNER_HOME = { path: '/partner-program', label: 'partner.title', icon: 'coin' } as const;

const OF_PARTNERS = resources.filter(({ isOfPartners }) => isOfPartners);
const PARTNER_NAVIGATION: readonly NavigationEntry[] = [PARTNER_HOME, ...navigationOf(OF_PARTNERS)];
const PARTNER_PATHS: ReadonlySet<string> = new Set(pathsOf(OF_PARTNERS).map((path) => `/${path}`));

/** The sidebar of a person. */
export function navigationFor({ role }: Pick<SpaUser, 'role'>): readonly NavigationEntry[] {
  return isPartnerRole(role) ? PARTNER_NAVIGATION : NAVIGATION;
}

/** Whether a person has this room, by its pattern; what else a role lacks, the room itself leaves out. */
export function hasRoom({ role }: Pick<SpaUser, 'role'>, path: string): boolean {
  return !isPartnerRole(role) || PARTNER_PATHS.has(path);
}

/** Whether a path is one of the spec's routes for signed-in users. */
export function isAppPath(pathname: string, list: readonly AppResource[] = resources): boolean {
  return pathsOf(list).some((path) => new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname));
}
