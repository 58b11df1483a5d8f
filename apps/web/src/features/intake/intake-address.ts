import { type IntakeItem, isOpenInIntake } from '@cairn/contract'

/** Where an item of intake is looked at. */
export function intakeAddress(
  slug: string,
  project_id: string,
  { status, issue }: Pick<IntakeItem, 'status'> & { issue: { id: string } },
) {
  const tab = isOpenInIntake({ status }) ? 'open' : 'closed'
  return `/${slug}/projects/${project_id}/intake/?currentTab=${tab}&inboxIssueId=${issue.id}`
}
