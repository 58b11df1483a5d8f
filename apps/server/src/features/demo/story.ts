import { createComment } from '#features/comments/service.ts'
import { createLink } from '#features/links/service.ts'
import { addReaction } from '#features/reactions/service.ts'
import { createRelations } from '#features/relations/service.ts'
import { changeWorkItem, createWorkItem } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listNumbers } from './queries.ts'
import { askForThings } from './requests.ts'

const TOLD = 16

const description = `
<p>Planning a route is trial and error: people drag a waypoint, dislike the detour and want to be back where they were. Today only the last change can be taken back, and saving forgets even that.</p>
<h3>What we want</h3>
<ul><li><p>Every edit of a route can be undone and redone, in order, until the planner is closed.</p></li><li><p>Shaking the phone and <code>Ctrl+Z</code> do the same.</p></li><li><p>A change that arrives from another device is no step of one’s own history.</p></li></ul>
<h3>How</h3>
<pre><code class="language-typescript">interface Edit {
  apply(route: Route): Route
  revert(route: Route): Route
}</code></pre>
<blockquote><p>If it cannot be undone, it must ask first.</p></blockquote>`

const parts = [
  ['Keep edits as steps that know how to go back', 'completed'],
  ['Undo and redo in the toolbar, with their keys', 'started'],
  ['Leave out what came from another device', 'unstarted'],
] as const

const discussion = [
  '<p>I tried it with a route of 300 points: undo takes 4 ms. No need to be clever.</p>',
  '<p>Shaking undid my route in the train. Can we make it a setting?</p>',
]

/** Days from today; items by their number. Enough to make the timeline worth a look. */
const plans = [
  [6, -16, -8],
  [16, -6, 8],
  [46, -9, 3],
  [60, -2, 6],
  [76, 9, 18],
  [11, 9, 16],
  [12, -3, 5],
  [29, 4, 12],
  [58, 8, 20],
  [59, 2, 10],
  [67, 12, 24],
  [68, 6, 15],
] as const

const day = (fromToday: number) =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

/** One item that shows what an item can be, and a plan around it. */
export async function createStory(
  db: Db,
  member: ProjectMember,
  { colleagues, states }: { colleagues: readonly string[]; states: Record<string, string> },
) {
  const rows = await listNumbers(db, member)
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const idOf = (number: number) => ids.get(number) ?? ''
  const as = (n: number): ProjectMember => ({ ...member, user_id: colleagues[n] ?? '' })

  for (const [number, start, end] of plans) {
    const dates = { start_date: day(start), target_date: day(end) }
    await changeWorkItem(db, as(0), idOf(number), dates)
  }
  const id = idOf(TOLD)
  await changeWorkItem(db, as(1), id, { description_html: description })
  for (const [name, group] of parts) {
    await createWorkItem(db, as(1), { name, parent_id: id, state_id: states[group] ?? null })
  }
  const relation_type = 'blocked_by'
  await createRelations(db, as(1), id, { relation_type, issues: [idOf(6)] })
  await createRelations(db, as(1), idOf(76), { relation_type, issues: [id] })
  const link = { url: 'https://example.com/route-planner', title: 'Sketches of the planner' }
  await createLink(db, as(2), id, link, 'issues')
  for (const [n, comment_html] of discussion.entries()) {
    await createComment(db, as(n + 2), id, { comment_html }, 'issues')
  }
  await addReaction(db, as(3), id, { reaction: '128077' }, 'issues')
  await askForThings(db, as, idOf)
}
