import {
  DUPLICATE,
  type IntakeItem,
  type IntakeItemPatch,
  type IntakeStatus,
  PENDING,
  SNOOZED,
} from '@cairn/contract'
import { badRequest } from '#kernel/http/errors.ts'

/** The intake status of an item. */
export type Standing = Pick<IntakeItem, 'status' | 'snoozed_till' | 'duplicate_to'>

const required = ['This field is required.']

/**
 * A date alone snoozes, an original alone marks a duplicate, and removing the date makes it pending
 * again.
 */
function statusOf({ status, snoozed_till, duplicate_to }: IntakeItemPatch) {
  if (status !== undefined) return status
  if (snoozed_till !== undefined) return snoozed_till === null ? PENDING : SNOOZED
  return duplicate_to ? DUPLICATE : undefined
}

/** The decision in a body; undefined if it only changes the work item. */
export function readDecision(patch: IntakeItemPatch, before: Standing): Standing | undefined {
  const status = statusOf(patch)
  if (status === undefined) return undefined
  const { snoozed_till = before.snoozed_till, duplicate_to } = patch
  if (status === SNOOZED && !snoozed_till) throw badRequest({ snoozed_till: required })
  if (status === DUPLICATE && !duplicate_to) throw badRequest({ duplicate_to: required })
  return {
    status,
    snoozed_till: status === SNOOZED ? snoozed_till : null,
    duplicate_to: status === DUPLICATE ? (duplicate_to ?? null) : null,
  }
}

/** The names used in the history. */
export const statusNames: Record<IntakeStatus, string> = {
  [-2]: 'Pending',
  [-1]: 'Rejected',
  0: 'Snoozed',
  1: 'Accepted',
  2: 'Duplicate',
}
