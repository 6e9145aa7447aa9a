import { DomainError } from '../domain/errors.ts';
import { certificateProblems } from './certificates.ts';
import {
  type Config,
  describeVariables,
  type Environment,
  readConfig,
  readTemporalConfig,
  type TemporalSettings,
  variablesFromFiles,
} from './config.ts';
import { readSettingFile } from './setting-file.ts';

/**
 * All settings of a program: from the environment, and from the files that it names with `<NAME>_FILE`.
 * @throws DomainError `configuration_invalid` with all problems at once, and never with the content of a file
 */
export function loadConfig(env: Environment): Config {
  const { complete, problems } = withFiles(env);
  return readConfig(complete, [...problems, ...certificateProblems(complete)]);
}

/** The settings of Temporal alone, for commands that need no others. @throws DomainError as {@link loadConfig} */
export function loadTemporalConfig(env: Environment): TemporalSettings {
  const { complete, problems } = withFiles(env);
  return readTemporalConfig(complete, [...problems, ...certificateProblems(complete)]);
}

/**
 * One setting that may be in a file, or undefined if it is unset or empty.
 * @throws DomainError `configuration_invalid` if its file cannot be used
 */
export function loadSetting(env: Environment, name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = env;
  const { complete, problems } = withFiles({ [name]: value, [`${name}_FILE`]: file });
  if (problems.length > 0) throw new DomainError('configuration_invalid', { message: problems.join('\n') });
  return complete[name] || undefined;
}

/** True if the environment has a value for it, or names a file. */
export function isSet(env: Environment, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]);
}

/** Puts the content of each file in the place of its name. */
function withFiles(env: Environment): { complete: Environment; problems: string[] } {
  const complete: Record<string, string | undefined> = { ...env };
  const fromFiles = variablesFromFiles();
  const problems = describeVariables()
    .filter(({ name }) => env[`${name}_FILE`] && !fromFiles.has(name))
    .map(({ name }) => `${name}_FILE does not exist: set ${name}, which is no secret`);
  for (const name of fromFiles) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE are both set: remove one of them`);
      continue;
    }
    const file = readSettingFile(path);
    if (!file.ok) {
      problems.push(`${name}_FILE names ${path}, which ${file.problem}`);
      continue;
    }
    complete[name] = file.text;
    if (file.isReadableByAll && !isPublic(name)) warnOnce(`${name}_FILE names ${path}, ${READABLE}`);
  }
  return { complete, problems };
}

function isPublic(name: string): boolean {
  return /_TLS_(CA|CERT)$/.test(name);
}

/** After the current step of the program, which also makes its log: there it is a line as any other. */
function warnOnce(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  queueMicrotask(() => console.warn(text));
}

const warned = new Set<string>();

const READABLE =
  'which every user of this machine can read: run chmod o-r on it (Kubernetes: set defaultMode or fsGroup of the volume)';
