import { addDays, dayInZone } from '@cairn/calendar'
import { addInitiative } from '#features/initiatives/service.ts'
import { addTeamspace, enterTeamspace } from '#features/teamspaces/service.ts'
import { addView } from '#features/views/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

const emoji = (value: string) => ({ in_use: 'emoji', emoji: { value } })
const inDays = (days: number) => addDays(dayInZone(Date.now(), 'UTC'), days) ?? null

/** Teams across projects, and their purpose. */
export async function addDemoTeams(
  tx: Tx,
  member: Member,
  colleagues: readonly string[],
  project_ids: string[],
) {
  const [lead_id = null, ...others] = colleagues
  const id = await addTeamspace(tx, member, {
    ...{ name: 'Field crew', logo_props: emoji('129406'), lead_id },
    ...{ member_ids: others.slice(0, 3), project_ids: project_ids.slice(0, 2) },
  })
  await addView(tx, await enterTeamspace(tx, member, id), {
    name: 'Due within a week',
    filters: { target_date: ['1_weeks;before;fromnow'] },
    display_filters: { layout: 'list', group_by: 'project' },
  })
  await addInitiative(tx, member, {
    ...{ name: 'Ready for the season', logo_props: emoji('127956'), lead_id, project_ids },
    ...{ start_date: inDays(-20), end_date: inDays(60) },
  })
}
