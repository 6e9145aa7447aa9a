/** A file that must not be sent or believed. The message is for operators. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
}
