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
<p>Planning a route is trial and error: people drag a waypoint, don't like the detour and want to go back. Right now only the last change can be undone, and saving clears even that.</p>
<h3>What we want</h3>
<ul><li><p>Every edit can be undone and redone, in order, until the planner is closed.</p></li><li><p>Shaking the phone works like <code>Ctrl+Z</code>.</p></li><li><p>A change from another device isn't part of your undo history.</p></li></ul>
<h3>How</h3>
<pre><code class="language-typescript">interface Edit {
  apply(route: Route): Route
  revert(route: Route): Route
}</code></pre>
<blockquote><p>If it can't be undone, ask first.</p></blockquote>`

const parts = [
  ['Store edits as reversible steps', 'completed'],
  ['Add undo and redo to the toolbar, with shortcuts', 'started'],
  ['Ignore changes from other devices', 'unstarted'],
] as const

const discussion = [
  '<p>I tried it on a route with 300 points: undo takes 4 ms, so the simple approach is fine.</p>',
  '<p>It undid my route on a bumpy train ride. Can we make shaking a setting?</p>',
]

/** Days relative to today; items by their number. Enough to fill the timeline. */
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

/** One item that shows all item features, and a plan around it. */
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
  const link = { url: 'https://example.com/route-planner', title: 'Planner sketches' }
  await createLink(db, as(2), id, link, 'issues')
  for (const [n, comment_html] of discussion.entries()) {
    await createComment(db, as(n + 2), id, { comment_html }, 'issues')
  }
  await addReaction(db, as(3), id, { reaction: '128077' }, 'issues')
  await askForThings(db, as, idOf)
}
