import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

export const chart = join(import.meta.dirname, '..', 'deploy', 'helm', 'tidegate');

export interface Variable {
  readonly name: string;
  readonly value: string;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

export interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly resources: { readonly requests: object; readonly limits?: object };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

export interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly automountServiceAccountToken: boolean;
    readonly securityContext: object;
    readonly containers: readonly [Container, ...Container[]];
    readonly volumes: readonly Volume[];
  };
}

interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly secret?: {
    readonly secretName: string;
    readonly defaultMode: number;
    readonly items: readonly { readonly key: string; readonly path: string }[];
  };
}

/** An object of Kubernetes, with what the tests look at. */
export interface Rendered {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: object;
    readonly template?: Pod;
    readonly selector?: Readonly<Record<string, string>> & { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

interface Rule {
  readonly from?: readonly object[];
  readonly to?: readonly object[];
  readonly ports?: readonly { readonly port: number }[];
}

/** Runs Helm on the chart, without a cluster and with folders of its own. */
export function runHelm(helm: string, command: 'template' | 'lint', ...args: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'tidegate-helm-'));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
  };
  const of = command === 'template' ? ['shop', chart] : ['--strict', chart];
  // A Helm that was built from its module takes an old version of Kubernetes for granted.
  const all = [command, ...of, '--kube-version', '1.34', ...args];
  try {
    const { status, stdout, stderr } = spawnSync(helm, all, { encoding: 'utf8', env });
    return { status, stdout, stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The objects that `helm install` would send to the cluster. @throws Error with Helm's message */
export function render(helm: string, ...args: readonly string[]): readonly Rendered[] {
  const { status, stdout, stderr } = runHelm(helm, 'template', ...args);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    const content = document.toJS() as Rendered | null;
    return content === null ? [] : [content];
  });
}

/**
 * Errors of objects by the types of Kubernetes: fields that do not exist, are missing, or of another type. The compiler
 * gets each object as a literal, because it rejects unknown fields only in literals.
 */
export function typeProblems(objects: readonly Pick<Rendered, 'apiVersion' | 'kind'>[]): readonly string[] {
  const name = join(import.meta.dirname, 'rendered-objects.ts');
  const text = objects
    .map((each, at) => `export const o${at}: import('${moduleOf(each)}').${each.kind} = ${JSON.stringify(each)};`)
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  Object.assign(host, {
    getSourceFile: (file: string, ...rest: [ts.ScriptTarget]) =>
      file === name ? ts.createSourceFile(file, text, ...rest) : getSourceFile.call(host, file, ...rest),
    fileExists: (file: string) => file === name || fileExists.call(host, file),
    readFile: (file: string) => (file === name ? text : readFile.call(host, file)),
  });
  const found = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** `networking.k8s.io/v1` → `kubernetes-types/networking/v1`. */
function moduleOf({ apiVersion }: Pick<Rendered, 'apiVersion'>): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group?.replace('.k8s.io', '')}/${version}`;
}
