import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import type { MerchantId, StaffId } from '../../domain/ids.ts';
import { big, bool, bytes, defineTable, filled, inet, minor, orNull, text, time, uuid } from '../core/table.ts';

/** A person of the gateway's staff. */
export const staffTable = defineTable('staff_user', {
  id: uuid<StaffId>(),
  email: text(),
  fullName: text(),
  role: text<StaffRole>(),
  passwordHash: orNull(text()),
  totpSecretSealed: orNull(bytes()),
  totpPendingSealed: orNull(bytes()),
  totpEnabledAt: orNull(time()),
  totpLastStep: orNull(big()),
  blockedAt: orNull(time()),
  lastLoginAt: orNull(time()),
  createdAt: filled(time()),
});

/** A browser signed in to the console. */
export const staffSessionsTable = defineTable('staff_session', {
  idHash: bytes(),
  staffId: uuid<StaffId>(),
  secondFactor: bool(),
  ip: orNull(inet()),
  userAgent: orNull(text()),
  createdAt: filled(time()),
  lastSeenAt: filled(time()),
  expiresAt: time(),
});

/** Links that set a password, once. */
export const staffLinksTable = defineTable('staff_link', {
  tokenHash: bytes(),
  staffId: uuid<StaffId>(),
  expiresAt: time(),
  usedAt: orNull(time()),
  createdAt: filled(time()),
});

/** Browsers in which a person passed both factors. */
export const staffDevicesTable = defineTable('staff_device', {
  staffId: uuid<StaffId>(),
  cookieHash: bytes(),
  createdAt: filled(time()),
  lastSeenAt: filled(time()),
});

/** Codes that replace a lost authenticator, as keyed hashes. */
export const staffRecoveryCodesTable = defineTable('staff_recovery_code', {
  staffId: uuid<StaffId>(),
  codeHash: bytes(),
  usedAt: orNull(time()),
});

export type AccessKind = 'case' | 'document' | 'operation' | 'report' | 'contact' | 'partner' | 'ticket';

/** Which personal data staff opened, and why. Append-only. */
export const accessLogTable = defineTable('person_look', {
  id: uuid(),
  staffId: uuid<StaffId>(),
  staffName: text(),
  staffRole: text<StaffRole>(),
  merchantId: orNull(uuid()),
  kind: text<AccessKind>(),
  subjectId: uuid(),
  label: text(),
  reason: text(),
  ip: orNull(inet()),
  userAgent: orNull(text()),
  createdAt: filled(time()),
});

/** The staff who requested and confirmed the deletion of an account. */
export const accountDeletionsTable = defineTable('account_deletion', {
  id: uuid(),
  merchantId: uuid<MerchantId>(),
  reason: text(),
  requestedBy: uuid<StaffId>(),
  requestedRole: text<StaffRole>(),
  requestedAt: filled(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
});

/** The staff who requested and confirmed that a debt is written off. */
export const writeOffsTable = defineTable('debt_write_off', {
  id: uuid(),
  merchantId: uuid(),
  mode: text<Mode>(),
  asset: text<CryptoGateId>(),
  minor: minor(),
  reason: text(),
  requestedBy: uuid<StaffId>(),
  requestedRole: text<StaffRole>(),
  requestedAt: filled(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
});

/** Approvals of one staff member alone; euro cents. */
export const soleApprovalsTable = defineTable('sole_approval', {
  kind: text<'claim' | 'treasury_transfer'>(),
  subjectId: uuid(),
  mode: text<Mode>(),
  staffId: uuid<StaffId>(),
  valueMinor: minor(),
  approvedAt: filled(time()),
});
