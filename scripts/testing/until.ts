/** Waits until something holds, by asking again and again. */
export async function until(holds: () => Promise<boolean>, what: string, patienceMs = 60_000): Promise<void> {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    // The condition may read something that does not exist yet.
    if (await holds().catch(() => false)) return;
    if (Date.now() > endMs) throw new Error(`Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
