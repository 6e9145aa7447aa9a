import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { reproducibleZip } from '../../api/cms/zip.ts';
import { type ArchiveFiles, readFiles } from './files.ts';
import type { PackedArchive } from './packed.ts';

/**
 * The Python SDK as a wheel: a ZIP file with the package, its metadata and a list of both with their hashes (binary
 * distribution format of the Python Packaging User Guide). It is pure Python, so it needs no tools to build.
 */
export async function packWheel(folder: string, license: Uint8Array): Promise<PackedArchive> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const { project } = parse(await read('pyproject.toml')) as unknown as { project: Project };
  const [, version] = /VERSION = "([^"]+)"/.exec(await read('src/tidegate/_version.py')) ?? [];
  if (version === undefined) throw new Error('_version.py of the Python SDK names no version.');
  const info = `${project.name}-${version}.dist-info`;
  const files: ArchiveFiles = new Map();
  for (const [name, bytes] of await readFiles(join(folder, 'src'), /(?:^|\/)__pycache__\/|\.pyc$/))
    files.set(name, bytes);
  files.set(`${info}/METADATA`, Buffer.from(metadataOf(project, version, await read(project.readme))));
  files.set(`${info}/WHEEL`, Buffer.from(WHEEL));
  files.set(`${info}/licenses/LICENSE`, license);
  files.set(`${info}/RECORD`, Buffer.from(recordOf(files, `${info}/RECORD`)));
  return {
    name: project.name,
    version,
    about: project.description,
    file: `${project.name}-${version}-py3-none-any.whl`,
    bytes: reproducibleZip(files),
  };
}

/** The table `project` of pyproject.toml, as far as we use it. */
interface Project {
  readonly name: string;
  readonly description: string;
  readonly readme: string;
  readonly license: string;
  readonly 'requires-python': string;
  readonly dependencies: readonly string[];
  readonly classifiers: readonly string[];
}

const WHEEL = ['Wheel-Version: 1.0', 'Generator: tidegate', 'Root-Is-Purelib: true', 'Tag: py3-none-any', ''].join(
  '\n',
);

function metadataOf(project: Project, version: string, readme: string): string {
  return [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    ...project.classifiers.map((each) => `Classifier: ${each}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((each) => `Requires-Dist: ${each}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

function recordOf(files: ArchiveFiles, own: string): string {
  const lines = [...files].map(([name, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${hash},${bytes.length}`;
  });
  return [...lines, `${own},,`, ''].join('\n');
}
