// Brings workflows back from the database: `npm run workflows -- restart`. To be run when Temporal has lost what it
// knew, such as after a restore of the database beside a new Temporal. Running workflows are not disturbed.
import { connect } from '../db/connect.ts';
import { restartAll } from '../db/processes.ts';
import { databaseUrl } from './database-url.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run workflows -- restart     starts the workflow of every row that needs one; running workflows are not affected

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. A worker must be running: it sends the starts.`;

async function main(): Promise<void> {
  if (process.argv[2] !== 'restart' || process.argv.length > 3) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  const db = connect(databaseUrl(), { applicationName: 'tidegate-workflows', poolSize: 1 });
  try {
    const started = Object.entries(await restartAll(db, Date.now()));
    say(started.map(([name, rows]) => `${rows} × ${name}`).join(', '));
  } finally {
    await db.close();
  }
}

await main();
