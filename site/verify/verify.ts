import { readProof, toBase64Url } from '../../domain/documents/proof.ts';
import { readSealedFile } from '../../domain/documents/seal.ts';
import { FACT_LABELS } from './labels.ts';

/** What is sent to be verified; the file itself is not. */
interface Question {
  readonly proof: string;
  readonly file?: { readonly seal: string; readonly sha256: string };
}

interface Verdict {
  readonly verdict: 'genuine' | 'changed' | 'unknown';
  readonly facts: Readonly<Record<string, string>> | null;
}

/** Makes the form work, and verifies the proof in the address at once. */
export function startVerification(form: HTMLFormElement): void {
  const file = form.querySelector<HTMLInputElement>('#verify-file');
  const proof = form.querySelector<HTMLTextAreaElement>('#verify-proof');
  file?.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) void verifyFile(chosen);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [chosen] = file?.files ?? [];
    const text = proof?.value.trim() ?? '';
    if (text !== '') void verify({ proof: text.slice(text.indexOf('#') + 1).replaceAll(/\s/g, '') });
    else if (chosen !== undefined) void verifyFile(chosen);
    else show('Choose a file, or paste the link or code of the document.', 'problem');
  });
  const linked = readProof(location.hash) === null ? '' : location.hash.slice(1);
  if (linked !== '') void verify({ proof: linked });
}

async function verifyFile(file: File): Promise<void> {
  if (file.size > MAX_BYTES) return show('This file is too large to be one of our documents.', 'problem');
  if (!isSecureContext)
    return show('Files can be checked over https only. Paste the code of the document instead.', 'problem');
  const sealed = readSealedFile(new Uint8Array(await file.arrayBuffer()));
  if (sealed === null) return showVerdict({ verdict: 'unknown', facts: null }, true);
  const sha256 = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed.covered)));
  await verify({ proof: sealed.proof, file: { seal: sealed.seal, sha256 } });
}

async function verify(question: Question): Promise<void> {
  show('Checking…', 'pending');
  try {
    const answer = await fetch('/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(question),
    });
    if (answer.status === 422) return showVerdict({ verdict: 'unknown', facts: null }, question.file !== undefined);
    if (!answer.ok) throw new Error(`The answer is ${answer.status}.`);
    const { data } = (await answer.json()) as { data: Verdict };
    showVerdict(data, question.file !== undefined);
  } catch {
    show('The document could not be checked. Try again in a moment.', 'problem');
  }
}

function showVerdict({ verdict, facts }: Verdict, isFile: boolean): void {
  const section = document.querySelector('#verdict');
  if (section === null) return;
  const lines = Object.entries(facts ?? {}).flatMap(([name, value]) => {
    const [label, text] = [document.createElement('dt'), document.createElement('dd')];
    label.textContent = FACT_LABELS[name] ?? name.replaceAll('_', ' ');
    text.textContent = value;
    return [label, text];
  });
  const list = document.createElement('dl');
  list.append(...lines);
  const [title, text] = WORDS[verdict](isFile);
  section.replaceChildren(heading(title), paragraph(text), ...(lines.length > 0 ? [list] : []));
  section.setAttribute('data-verdict', verdict);
}

const WORDS: Readonly<Record<Verdict['verdict'], (isFile: boolean) => readonly [string, string]>> = {
  genuine: (isFile) => [
    'Genuine',
    isFile
      ? 'We issued this file, and nothing in it was changed. These are its facts:'
      : 'We issued these facts. Compare them with your document:',
  ],
  changed: () => [
    'Changed after it was issued',
    'The facts below are genuine, but this file is not as we issued it. Do not rely on anything else in it.',
  ],
  unknown: () => ['Not genuine', 'We did not issue this document, or its signed part was changed.'],
};

function show(text: string, state: 'pending' | 'problem'): void {
  const section = document.querySelector('#verdict');
  section?.replaceChildren(paragraph(text));
  section?.setAttribute('data-verdict', state);
}

function heading(text: string): HTMLElement {
  const element = document.createElement('h2');
  element.textContent = text;
  return element;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** A statement of 100,000 lines has some 40 MB. */
const MAX_BYTES = 200_000_000;
