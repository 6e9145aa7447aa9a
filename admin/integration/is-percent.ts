export function isPercent(text: string, most: number): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= most;
}
