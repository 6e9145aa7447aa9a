// Prints `.env.example`: every variable that Tidegate reads, with a sentence about it.
import { describeVariables } from '../domain/config.ts';

/** Read by `npm start` and `npm test` themselves; the rest is the configuration of the programs. */
const ofStart = [
  { name: 'POSTGRES_PORT', about: 'Port of the embedded Postgres; unset is the last one while it is free, else any.' },
  { name: 'TEMPORAL_PORT', about: 'Port of the Temporal development server.' },
  { name: 'TEMPORAL_UI_PORT', about: 'Port of its Web UI.' },
  { name: 'TEMPORAL_UI_URL', about: 'Web UI that belongs to TEMPORAL_ADDRESS, for started.json.' },
  { name: 'SMTP_PORT', about: 'Port of the mail catcher.' },
  { name: 'MAIL_UI_PORT', about: 'Port of its page.' },
  { name: 'TIDEGATE_CACHE', about: 'Where programs that were fetched or built are kept; unset is ~/.cache/tidegate.' },
  { name: 'TEMPORAL_CLI', about: 'A Temporal CLI to use instead of one that is found, fetched or built.' },
  { name: 'CHROMIUM_PATH', about: 'The browser of the end-to-end tests.' },
];

const lines = [
  '# Every variable Tidegate reads. `npm start` needs none of them: it starts what is not set and makes the keys it needs.',
  '# One that is set to an address is used instead of a server of its own. Empty means unset. Made by scripts/generate.ts.',
  '',
  ...sectionOf('npm start and npm test', ofStart),
  '',
  ...sectionOf('the programs', describeVariables()),
];
process.stdout.write(`${lines.join('\n')}\n`);

function sectionOf(title: string, variables: readonly { name: string; about: string }[]): string[] {
  return [`# --- ${title} ---`, ...variables.flatMap(({ name, about }) => ['', `# ${about}`, `#${name}=`])];
}
