import type { BackupProblem } from '@cairn/contract'
import { isDiskFull } from '#kernel/http/errors.ts'
import { StorageAway, StorageFull, StorageRefuses } from '#kernel/storage/storage.ts'
import { DiskFull } from '../../backup/disk-full.ts'
import { Refusal } from '../../refusal.ts'

/** A reason that administrators can do something about. */
export class BackupFailure extends Error {
  override name = 'BackupFailure'
  readonly problem: BackupProblem
  readonly detail: string | null

  constructor(problem: BackupProblem, detail: string | null = null) {
    super(detail ?? problem)
    this.problem = problem
    this.detail = detail
  }
}

const MAX_DETAIL = 1000

function problemOf(error: unknown): BackupProblem {
  if (error instanceof DiskFull || isDiskFull(error) || error instanceof StorageFull) {
    return 'disk_full'
  }
  if (error instanceof StorageAway) return 'bucket_unreachable'
  if (error instanceof StorageRefuses) return 'bucket_refused'
  return 'unexpected'
}

const textOf = (error: unknown) => {
  if (error instanceof StorageAway) return error.code
  return error instanceof Error ? error.message : String(error)
}

export function describeFailure(error: unknown, signal: AbortSignal) {
  if (signal.aborted) return { problem: 'interrupted' as const, detail: null }
  if (error instanceof BackupFailure) return { problem: error.problem, detail: error.detail }
  const detail = textOf(error).slice(0, MAX_DETAIL)
  return { problem: problemOf(error), detail }
}

/** A backup that was written and cannot be read back. */
export const notVerified = (error: unknown) =>
  error instanceof Refusal ? new BackupFailure('not_verified', error.message) : error
