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

/** Whether a path is one of the spec's routes for signed-in users. */
export function isAppPath(pathname: string, list: readonly AppResource[] = resources): boolean {
  return pathsOf(list).some((path) => new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname));
}
