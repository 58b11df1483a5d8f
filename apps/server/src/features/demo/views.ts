import { listLabels } from '#features/labels/service.ts'
import { addView } from '#features/views/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

const emoji = (value: string) => ({ in_use: 'emoji', emoji: { value } })

/** Views the team uses often. */
export async function addDemoViews(tx: Tx, member: Member, projectMember: ProjectMember) {
  const labels = await listLabels(tx, projectMember)
  const bugs = labels.filter(({ name }) => name.toLowerCase() === 'bug').map(({ id }) => id)
  await addView(tx, projectMember, {
    name: 'Top priorities',
    description: 'Open urgent and high-priority work by assignee.',
    logo_props: emoji('128293'),
    filters: { priority: ['urgent', 'high'] },
    display_filters: { layout: 'kanban', group_by: 'assignees', type: 'active' },
  })
  await addView(tx, projectMember, {
    name: 'Bugs by priority',
    description: 'For the weekly bug triage.',
    logo_props: emoji('128027'),
    filters: { labels: bugs },
    display_filters: { layout: 'list', group_by: 'priority', show_empty_groups: false },
  })
  await addView(tx, member, {
    name: 'Urgent everywhere',
    filters: { priority: ['urgent'] },
    display_filters: { layout: 'spreadsheet' },
  })
}
