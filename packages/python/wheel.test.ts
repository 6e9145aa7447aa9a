import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeArchives } from '../../scripts/sdk-archives/write.ts';
import { makeFolder, runPython } from './python.fixture.ts';
import { whyNoWheels, withShopWheels } from './wheels.fixture.ts';

test.skipIf(whyNoWheels !== undefined)('the wheel works where nothing else is, and brings its types', async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const archives = await writeArchives(join(import.meta.dirname, '../..'), join(folder.path, 'archives'));
  const wheel = join(folder.path, 'archives', archives.find(({ file }) => file.endsWith('.whl'))?.file ?? '');
  await runPython('python', ['-m', 'venv', join(folder.path, 'shop')]);
  const python = join(folder.path, 'shop/bin/python');
  await runPython(python, ['-m', 'pip', 'install', '--quiet', wheel], { env: withShopWheels() });
  const program = [
    'import tidegate, tidegate.types, importlib.metadata, importlib.resources',
    'client = tidegate.Tidegate(url="https://pay.example.com", key="tg_test_1", secret="tgs_1")',
    'print(client, importlib.metadata.version("tidegate") == tidegate.VERSION)',
    'print((importlib.resources.files("tidegate") / "py.typed").is_file())',
  ].join('\n');
  const output = await runPython(python, ['-c', program], { cwd: folder.path });
  expect(output).toBe('<Tidegate https://pay.example.com sandbox> True\nTrue');
  const use = join(folder.path, 'use.py');
  writeFileSync(use, SHOP);
  const mypy = ['--strict', '--cache-dir', join(folder.path, 'mypy'), '--python-executable', python, use];
  await expect(runPython('mypy', mypy, { cwd: folder.path })).resolves.toContain('no issues');
});

/** Each comment is an error that mypy must find: an unused one is an error of its own. */
const SHOP = `
from decimal import Decimal
from tidegate import Tidegate, verify_webhook
from tidegate.types import Event

tidegate = Tidegate()

def order() -> str:
    invoice = tidegate.invoices.create(amount=Decimal("49.90"), currency="EUR", gates=["BTC"])
    for each in tidegate.invoices.list(reference="order-1001"):
        print(each["status"])
    return invoice["checkout_url"]

def handle(event: Event) -> str:
    if event["type"] == "invoice.done":
        return event["data"]["checkout_url"]
    if event["type"] == "invoice.lost":  # type: ignore[comparison-overlap]
        return ""
    return event["data"]["id"]

def hook(body: bytes, headers: dict[str, str]) -> None:
    event = verify_webhook(body, headers, ["whsec_1", "whsec_2"])
    if event["type"] == "payout.error":
        print(event["data"]["status_reason"], event["id"])

tidegate.invoices.create(amount=49.9, currency="EUR")  # type: ignore[arg-type]
tidegate.invoices.create(amount="49.90", currency="EUR", refrence="order-1001")  # type: ignore[call-arg]
tidegate.payouts.create(gate_id="BTC", amount="0.1", address="bc1")  # type: ignore[call-arg]
tidegate.invoices.get("1")["chekout_url"]  # type: ignore[typeddict-item]
`;
