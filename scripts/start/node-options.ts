import { cacheSubfolder } from '../cache.ts';

/**
 * How our programs run on Node. Young objects get little room: it is cleared more often and never grows to the 128 MB
 * it otherwise takes under load, which is more than the rest of the API.
 */
export const programArgs: readonly string[] = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/**
 * The environment of a program: compiled code is kept between starts, which saves time, and the memory of the compiler.
 * Its threads share two heaps of the C library instead of one each, which on Linux keeps what was freed from being held
 * twice.
 */
export function programEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: cacheSubfolder('compiled'), MALLOC_ARENA_MAX: '2', ...env };
}
