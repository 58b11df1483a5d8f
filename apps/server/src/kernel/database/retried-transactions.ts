import { Kysely, type TransactionBuilder } from 'kysely'
import { letOthersPass, RetryableFailure } from './retryable.ts'

function retried<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const { execute, setAccessMode, setIsolationLevel } = builder
  return Object.assign(builder, {
    setAccessMode: (...mode: Parameters<typeof setAccessMode>) =>
      retried(setAccessMode.apply(builder, mode)),
    setIsolationLevel: (...level: Parameters<typeof setIsolationLevel>) =>
      retried(setIsolationLevel.apply(builder, level)),
    execute: async (work: Parameters<typeof execute>[0]) => {
      try {
        return await execute.call(builder, work)
      } catch (error) {
        if (!(error instanceof RetryableFailure)) throw error
        await letOthersPass(error.cause)
        return execute.call(builder, work)
      }
    },
  })
}

/**
 * A transaction that was rolled back through no fault of its own, and whose statements the driver
 * could not simply resend, is run again from its start. It makes its decisions again from what it
 * reads then; so it must have no effects outside of the database.
 */
export class RetriedTransactions<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return retried(super.transaction())
  }
}
