/** An id within a path. An id that is missing would otherwise name another call. */
export function part(id: string): string {
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new TypeError(`${String(id)} is no id.`);
  return id;
}
