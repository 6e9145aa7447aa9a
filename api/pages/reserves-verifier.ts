import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../packages/cli/src/reserves-verifier.ts');

/**
 * A page that people keep on their disk and open without network: the verifier of the CLI with a form around it. Its
 * own policy forbids every request, so that a proof never leaves the machine.
 */
export async function offlineVerifier(): Promise<string> {
  const code = stripTypeScriptTypes(await readFile(SOURCE, 'utf8')).replaceAll(/^export /gm, '');
  return PAGE.replace('/* verifier */', () => `${code}\n${FORM}`);
}

const FORM = `
const form = document.querySelector('form');
const output = document.querySelector('output');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void verifyChosen();
});
document.querySelector('#file').addEventListener('change', () => void verifyChosen());

async function verifyChosen() {
  const [file] = document.querySelector('#file').files;
  if (file === undefined) return show('problem', 'Choose the file of a proof first.', []);
  const key = document.querySelector('#key').value.trim();
  try {
    const verdict = await verifyReserves(await file.text(), key === '' ? undefined : key);
    const lines = verdict.balances.map(({ gateId, decimals, amount, owed }) => {
      const of = (minor) => formatMinor(minor, decimals) + ' ' + gateId;
      return of(amount) + ' of ' + of(owed) + ' owed in total';
    });
    const signer = 'Signed by the key ' + verdict.keyId + ' of ' + verdict.gateway +
      (key === '' ? '; compare it with the key on ' + verdict.gateway + '/reserves.' : ', which you entered.');
    const sandbox = verdict.mode === 'sandbox' ? ['This is sandbox: no real money.'] : [];
    const title = 'Proven for merchant ' + verdict.merchantId + ' at ' + verdict.moment + '.';
    show('proven', title, [...sandbox, ...lines, signer]);
  } catch (error) {
    const known = error instanceof ReservesError;
    show('problem', 'Not proven.', [known ? error.message : 'This browser cannot verify it: ' + String(error)]);
  }
}

function show(verdict, title, lines) {
  output.dataset.verdict = verdict;
  output.replaceChildren(...[title, ...lines].map((line, at) => {
    const element = document.createElement(at === 0 ? 'h2' : 'p');
    element.textContent = line;
    return element;
  }));
}
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline';
  style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Offline verifier of reserves – Tidegate</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px 16px; max-width: 640px; font: 16px/24px system-ui, sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 24px; line-height: 32px; }
h2 { font-size: 18px; }
form { display: grid; gap: 8px; }
input, button { font: inherit; padding: 8px 12px; min-height: 44px; }
label { font-weight: 600; margin-top: 8px; }
output { display: block; margin-top: 16px; }
output[data-verdict] { border-left: 4px solid; padding-left: 12px; }
</style>
</head>
<body>
<main>
<h1>Offline verifier of reserves</h1>
<p>Save this page and open it without network. Your file stays on this machine: the page cannot send anything.</p>
<form>
<label for="file">File of the proof</label>
<input id="file" type="file" accept="application/json,.json">
<label for="key">Public key that must have signed (optional)</label>
<input id="key" autocomplete="off" spellcheck="false">
<button type="submit">Verify</button>
</form>
<output aria-live="polite"></output>
<h2>What a proof does not say</h2>
<p>It says that the balances of one merchant are part of the totals that the gateway signed for one moment. It says
nothing about other moments, about debts of the gateway to others, or about coins that the gateway holds.</p>
</main>
<script type="module">
/* verifier */
</script>
</body>
</html>
`;
