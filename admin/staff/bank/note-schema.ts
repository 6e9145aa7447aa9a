/** The note with which an operator decides about a file or an entry of the bank. */
export const noteSchema = async () => (await import('../../../contract/staff-bank.ts')).BankNoteBody.properties.note;
