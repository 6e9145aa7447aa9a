import { accountErased, companyNamed } from './accounts/moments.ts';
import { bankCreditChanged, bankCreditComing } from './bank/coming-entries.ts';
import { tellNameQuestions } from './bank/name-questions.ts';
import { bankCreditBooked } from './bank/new-entries.ts';
import { bankPaymentStepped, bankPaymentsLocking } from './bank/payment-process.ts';
import { bankPaymentChanged, publishBankPaymentChanges } from './bank/payments.ts';
import { restoredDebitsFound } from './bank/restored-payments.ts';
import { suspenseCredited, suspenseReversing } from './chain/credits.ts';
import { strayCredited, strayReversing } from './chain/stray-payments.ts';
import { followClaimPayouts, restoreClaims, reverseClaims } from './claims/react.ts';
import { endCases, openCases } from './compliance/cases.ts';
import { euroInDoubt, followChangedCredits, showComingCredits, takeReferencedCredits } from './deposits/euro.ts';
import { depositSettles } from './deposits/process.ts';
import { followReturns } from './deposits/returns.ts';
import { voidRefund } from './invoices/process.ts';
import { countInMass } from './mass-payouts/count.ts';
import { nudgeSlices } from './mass-payouts/publish.ts';
import { eraseMethods } from './payout-methods/erase.ts';
import { methodChanged } from './payout-methods/process.ts';
import { euroReleased } from './payouts/emergency-stop.ts';
import { queueReleased } from './payouts/nudge.ts';
import { holdEnded, moneyLeaves, payoutChanged } from './payouts/process.ts';
import { listReactions, on, stop } from './process/reactions.ts';
import { updateInvoicesOfRefunds } from './refunds/outcome.ts';
import { refundWithdrawn, withdrawRefunds } from './refunds/withdraw.ts';
import { heldPayouts, heldWithdrawals, suspendedPayouts } from './suspicion/suspended.ts';
import { returnTaken, takeExpected } from './treasury/moves/arrivals.ts';
import { followPayments, followPayouts, lockTransfersBefore } from './treasury/moves/carriers.ts';
import { takeCredits } from './treasury/moves/credits.ts';
import { followBank, lockBeforePayments } from './withdrawals/bank-news.ts';
import { endWithdrawalsOf } from './withdrawals/method-changes.ts';
import { nudgeWithdrawals } from './withdrawals/nudge.ts';
import { euroLeaves } from './withdrawals/process.ts';
import { giveDebited } from './withdrawals/restored-debits.ts';

/**
 * Which processes react to others in the same transaction, in the order of this list. The subject does not know who
 * reacts. Rows are locked in this order: invoices, payouts and refunds, mass payouts (right before the commit);
 * methods, withdrawals, bank payments, see `bankPaymentsLocking`. Transfers of own money are locked after payouts and
 * payments of the chain, and before bank payments; claims after payments and payouts.
 */
export const reactions = listReactions([
  on(companyNamed, openCases),
  on(accountErased, eraseMethods),
  on(accountErased, endCases),

  on(voidRefund, withdrawRefunds),
  on(payoutChanged, countInMass),
  on(holdEnded, updateInvoicesOfRefunds),
  on(holdEnded, followClaimPayouts),
  on(queueReleased, nudgeSlices),

  on(methodChanged, endWithdrawalsOf),
  on(euroReleased, nudgeWithdrawals),

  on(restoredDebitsFound, giveDebited),
  on(bankPaymentsLocking, lockBeforePayments),
  on(bankPaymentsLocking, lockTransfersBefore),
  on(bankPaymentStepped, publishBankPaymentChanges),
  on(bankPaymentStepped, tellNameQuestions),
  on(bankPaymentChanged, followBank),
  on(bankPaymentChanged, followPayments),
  on(bankPaymentChanged, followReturns),

  on(payoutChanged, followPayouts),
  on(strayReversing, returnTaken),
  on(strayCredited, takeExpected),
  on(strayReversing, reverseClaims),
  on(strayCredited, restoreClaims),
  on(suspenseReversing, reverseClaims),
  on(suspenseCredited, restoreClaims),
  on(bankCreditBooked, takeCredits),
  on(bankCreditBooked, takeReferencedCredits),
  on(bankCreditComing, showComingCredits),
  on(bankCreditChanged, followChangedCredits),

  stop(depositSettles, euroInDoubt),
  stop(moneyLeaves, heldPayouts),
  stop(refundWithdrawn, suspendedPayouts),
  stop(euroLeaves, heldWithdrawals),
]);
