import { type RawBuilder, sql } from 'kysely'
import { claimingKey } from './idempotency-queries.ts'
import { nextMomentOfItem } from './moment-queries.ts'
import { inProject } from './scope-queries.ts'

interface Word {
  id: string
  workspace_id: string
  project_id: string
  user_id: string
  comment_id: string
  epoch: number
  key: string | undefined
}

interface Shape {
  kind: 'issues' | 'epics'
  hasKey: boolean
}

/**
 * The first steps of a statement that adds a comment to an item: `item` sets its `updated_at`, which
 * locks it until the commit, and returns what `detail` asks for. No row if the item cannot be
 * commented on, or if the key is known.
 */
export function itemTalkedAbout(word: Word, { kind, hasKey }: Shape, detail: RawBuilder<unknown>) {
  const { id, project_id, user_id, comment_id, key } = word
  const mayBe = sql`i.id = ${id} and ${inProject({ project_id }, 'i')} and i.archived_at is null
    and (i.is_epic or not ${kind === 'epics'})`
  const found = sql`
    found as materialized (select i.id from work_items i where ${mayBe} for no key update),
    ${claimingKey({ user_id, key, id: comment_id }, sql`found`)}`
  return sql`
    ${hasKey ? found : sql``}
    item as (
      update work_items i set updated_at = ${nextMomentOfItem}, updated_by = ${user_id}
      ${hasKey ? sql`from found, claimed where i.id = found.id` : sql`where ${mayBe}`}
      returning i.id, i.created_by, i.in_triage, ${detail} as detail
    )`
}

/**
 * The last steps: history and subscriber. `said` gives the comment's `comment_html` if it was
 * written.
 */
export const talkedAboutItem = (word: Word) => {
  const { workspace_id, project_id, user_id, comment_id, epoch } = word
  return sql`
  noted as (
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      new_value, new_identifier, comment_id, epoch)
    select ${workspace_id}, ${project_id}, ${word.id}, ${user_id}, 'created', 'comment',
      'created a comment', said.comment_html, ${comment_id}, ${comment_id}, ${epoch}
    from said
  ), followed as (
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select item.id, ${user_id}, ${user_id} from item on conflict do nothing
  )`
}
