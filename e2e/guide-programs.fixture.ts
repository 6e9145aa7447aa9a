import { noteServer } from '../scripts/testing/report.ts';
import { findProgram } from '../scripts/toolchain/found.ts';
import type { Guide } from './guide.fixture.ts';

/** Why a guide cannot be followed here; undefined where all its programs are. @throws Error under `CI` instead */
export function whyNotHere({ path, needs }: Guide): string | undefined {
  const absent = needs.filter((name) => findProgram([name]) === undefined);
  if (absent.length === 0) return undefined;
  const missing = `${path} needs ${absent.join(' and ')}, not installed here`;
  noteServer({ name: absent.join(', '), missing });
  if (process.env.CI) throw new Error(missing);
  return missing;
}
