import { readProof, toBase64Url } from '../../domain/documents/proof.ts';
import { readSealedFile } from '../../domain/documents/seal.ts';
import { shownFacts } from './shown-facts.ts';
import type { VerifyWords } from './verify-words.ts';
import { verifyWords } from './words.ts';

/** The request for a verification; it does not contain the file itself. */
interface Question {
  readonly proof: string;
  readonly file?: { readonly seal: string; readonly sha256: string };
}

interface Verdict {
  readonly verdict: 'genuine' | 'changed' | 'unknown';
  readonly facts: Readonly<Record<string, string>> | null;
}

/** Makes the form work in the language of the page, and verifies the proof in the address at once. */
export async function startVerification(form: HTMLFormElement): Promise<void> {
  const loading = verifyWords(document.documentElement.lang);
  const file = form.querySelector<HTMLInputElement>('#verify-file');
  const proof = form.querySelector<HTMLTextAreaElement>('#verify-proof');
  const verifyChosen = async () => {
    const [chosen] = file?.files ?? [];
    if (chosen !== undefined) await verifyFile(chosen, await loading);
  };
  // Before the words have come, so that a file that is chosen meanwhile is not missed.
  file?.addEventListener('change', () => void verifyChosen());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = proof?.value.trim() ?? '';
    void loading.then((words) => {
      if (text !== '') return verify({ proof: text.slice(text.indexOf('#') + 1).replaceAll(/\s/g, '') }, words);
      return file?.files?.length ? verifyChosen() : show(words.nothingChosen, 'problem');
    });
  });
  const linked = readProof(location.hash) === null ? '' : location.hash.slice(1);
  // One may have been chosen before this script came.
  if (linked === '') return verifyChosen();
  // A change of the language keeps the document.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) link.hash = linked;
  await verify({ proof: linked }, await loading);
}

async function verifyFile(file: File, words: VerifyWords): Promise<void> {
  if (file.size > MAX_BYTES) return show(words.tooLarge, 'problem');
  if (!isSecureContext) return show(words.insecure, 'problem');
  const sealed = readSealedFile(new Uint8Array(await file.arrayBuffer()));
  if (sealed === null) return showVerdict({ verdict: 'unknown', facts: null }, { isFile: true, words });
  const sha256 = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed.covered)));
  await verify({ proof: sealed.proof, file: { seal: sealed.seal, sha256 } }, words);
}

async function verify(question: Question, words: VerifyWords): Promise<void> {
  show(words.checking, 'pending');
  const isFile = question.file !== undefined;
  try {
    const answer = await fetch('/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(question),
    });
    if (answer.status === 422) return showVerdict({ verdict: 'unknown', facts: null }, { isFile, words });
    if (!answer.ok) throw new Error(`The answer is ${answer.status}.`);
    const { data } = (await answer.json()) as { data: Verdict };
    showVerdict(data, { isFile, words });
  } catch {
    show(words.failed, 'problem');
  }
}

interface Shown {
  readonly isFile: boolean;
  readonly words: VerifyWords;
}

function showVerdict({ verdict, facts }: Verdict, { isFile, words }: Shown): void {
  const section = document.querySelector('#verdict');
  if (section === null) return;
  const shown = shownFacts(facts ?? {}, regionOf(document.documentElement.lang));
  const lines = shown.flatMap(([name, value]) => {
    const [label, text] = [document.createElement('dt'), document.createElement('dd')];
    label.textContent = wordOr(words.facts, name) ?? name.replaceAll('_', ' ');
    text.textContent = (CODED.has(name) ? wordOr(words.values, value) : undefined) ?? value;
    return [label, text];
  });
  const list = document.createElement('dl');
  list.append(...lines);
  const isTest = verdict === 'genuine' && facts?.mode === 'sandbox';
  const [title, text] = verdictWords(verdict, { isFile, isTest, words });
  section.replaceChildren(heading(title), paragraph(text), ...(lines.length > 0 ? [list] : []));
  section.setAttribute('data-verdict', isTest ? 'test' : verdict);
}

/** The facts whose values are codes of ours, which people read as words. */
const CODED: ReadonlySet<string> = new Set(['kind', 'mode']);

function wordOr(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

function verdictWords(
  verdict: Verdict['verdict'],
  { isFile, isTest, words }: Shown & { readonly isTest: boolean },
): readonly [string, string] {
  if (verdict === 'genuine')
    return [isTest ? words.genuineTest : words.genuine, isFile ? words.genuineFile : words.genuineCode];
  return verdict === 'changed' ? [words.changed, words.changedText] : [words.unknown, words.unknownText];
}

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

/** Portuguese is that of Portugal, as on all pages. */
function regionOf(language: string): string {
  return language === 'pt' ? 'pt-PT' : language;
}
