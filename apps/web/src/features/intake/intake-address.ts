import { type IntakeItem, isOpenInIntake } from '@cairn/contract'

/** The URL of an intake item. */
export function intakeAddress(
  slug: string,
  project_id: string,
  { status, issue }: Pick<IntakeItem, 'status'> & { issue: { id: string } },
) {
  const tab = isOpenInIntake({ status }) ? 'open' : 'closed'
  return `/${slug}/projects/${project_id}/intake/?currentTab=${tab}&inboxIssueId=${issue.id}`
}
