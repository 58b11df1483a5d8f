import { sql } from 'kysely'
import { emittingSaved } from '#kernel/events/outbox.ts'
import { nextMomentOfItem } from './moment-queries.ts'
import { inProject } from './scope-queries.ts'

interface Word {
  id: string
  workspace_id: string
  project_id: string
  user_id: string
  comment_id: string
  epoch: number
}

/** The first step of a statement that adds a comment to an item: locks the item, as `item`. */
export const itemTalkedAbout = ({ id, project_id }: Word, kind: 'issues' | 'epics') => sql`
  item as materialized (
    select * from work_items i
    where i.id = ${id} and ${inProject({ project_id }, 'i')} and i.archived_at is null
      and (i.is_epic or not ${kind === 'epics'})
    for no key update
  )`

/**
 * The last steps: history, subscriber, `updated_at` of the item and event. `said` gives the
 * comment's `id` and `comment_html` if it was written.
 */
export const talkedAboutItem = (word: Word) => {
  const { workspace_id, project_id, user_id, comment_id, epoch } = word
  return sql`
  noted as (
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      new_value, new_identifier, comment_id, epoch)
    select ${workspace_id}, ${project_id}, item.id, ${user_id}, 'created', 'comment',
      'created a comment', said.comment_html, ${comment_id}, ${comment_id}, ${epoch}
    from item, said
  ), followed as (
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select item.id, ${user_id}, ${user_id} from item, said on conflict do nothing
  ), touched as (
    update work_items i set updated_at = ${nextMomentOfItem}, updated_by = ${user_id}
    from said where i.id = said.work_item_id
    returning i.id, i.created_by, i.in_triage
  ), emitted as (${emittingSaved(word, sql`(select * from touched where not in_triage)`)})`
}
