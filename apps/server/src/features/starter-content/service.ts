import { ADMIN } from '@cairn/contract'
import { seedLabels } from '#features/labels/service.ts'
import { openProject } from '#features/projects/service.ts'
import { statesByGroup } from '#features/states/service.ts'
import { seedWorkItems } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { items, labels } from './items.ts'

const lettersOf = (text: string) => text.replace(/[^a-z0-9]/gi, '').slice(0, 5)

/** A name may have no letters for an identifier; the slug nearly always has. */
export const starterIdentifier = (name: string, slug: string) =>
  (lettersOf(name) || lettersOf(slug) || 'START').toUpperCase()

/** Emits no events: the workspace is not open anywhere yet. */
export async function addStarterProject(tx: Tx, member: Member, name: string): Promise<void> {
  const identifier = starterIdentifier(name, member.slug)
  const project_id = await openProject(tx, member, { name, identifier })
  const inside: ProjectMember = {
    ...member,
    project_id,
    project_role: ADMIN,
    identifier,
    sees_only_own: false,
  }
  const label_ids = await seedLabels(tx, inside, labels)
  const states = await statesByGroup(tx, inside)
  const { user_id } = member
  await seedWorkItems(
    tx,
    inside,
    items.map(({ name: title, paragraphs, label, group, priority, isMine }) => ({
      name: title,
      description_html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
      description_stripped: paragraphs.join(' '),
      priority,
      state_id: states[group],
      start_day: null,
      target_day: null,
      created_day: 0,
      completed_day: null,
      created_by: user_id,
      assignee_ids: isMine ? [user_id] : [],
      label_ids: label_ids.filter((_, index) => labels[index]?.[0] === label),
    })),
  )
}
