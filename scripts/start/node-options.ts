import { cacheSubfolder } from '../cache.ts';

/**
 * How our programs run on Node. Young objects get little room: it is cleared more often and never grows to the 128 MB it otherwise
 * takes under load, which is more than the rest of the API. Old ones are looked through whenever they grew by a third instead of when they
 * doubled: what an API holds for good is 50 MB, and what it no longer needs is not left lying beside it.
 */
export const programArgs: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
];

/**
 * The environment of a program: compiled code is kept between starts, which saves time, and the memory of the compiler. Its threads share
 * two heaps of the C library instead of one each, which on Linux keeps what was freed from being held twice.
 */
export function programEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: cacheSubfolder('compiled'), MALLOC_ARENA_MAX: '2', ...env };
}
