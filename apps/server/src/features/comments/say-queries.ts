import type { Comment } from '@cairn/contract'
import { sql } from 'kysely'
import { writtenOnce } from '#kernel/database/written-once.ts'
import { emittingSavedAnd } from '#kernel/events/outbox.ts'
import { itemTalkedAbout, talkedAboutItem } from '#product/discussion-queries.ts'
import {
  isoMoment,
  maybeUserLite,
  projectLite,
  workItemLite,
  workspaceLite,
} from '#product/lite-shape-queries.ts'

interface Shape {
  kind: 'issues' | 'epics'
  hasKey: boolean
}

interface Values {
  /** The item's id. */
  id: string
  comment_id: string
  workspace_id: string
  project_id: string
  user_id: string
  comment_html: string
  comment_stripped: string
  comment_json: string
  attachments: string
  access: Comment['access']
  external_source: string | null
  external_id: string | null
  epoch: number
  key: string | undefined
}

type Said = Omit<Comment, 'comment_reactions' | 'is_member'>

/**
 * Creates a comment with all its effects in one statement; no row if the item cannot be commented
 * on.
 */
export const sayStatement = writtenOnce<Shape, Values, Said>(
  ({ kind, hasKey }) => `${kind} ${hasKey}`,
  (shape, values) => {
    const { comment_id, workspace_id, project_id, user_id } = values
    const saved = sql`
      select jsonb_build_object('issue', item.id,
        'comment', to_jsonb(answer) || jsonb_build_object(
          'created_at', ${isoMoment(sql`answer.created_at`)},
          'updated_at', ${isoMoment(sql`answer.updated_at`)},
          'comment_reactions', '[]'::jsonb, 'is_member', true)) as payload,
        item.created_by as author_id
      from item, answer`
    const changed = sql`select id, created_by from item where not in_triage`
    return sql`
      with ${itemTalkedAbout(values, shape, workItemLite('i'))},
      said as (
        insert into comments (id, workspace_id, project_id, work_item_id, actor_id, created_by,
          comment_html, comment_stripped, comment_json, attachments, access, external_source,
          external_id, created_at)
        select ${comment_id}, ${workspace_id}, ${project_id}, item.id, ${user_id}, ${user_id},
          ${values.comment_html}, ${values.comment_stripped}, ${values.comment_json}::jsonb,
          ${values.attachments}::jsonb, ${values.access}, ${values.external_source},
          ${values.external_id}, clock_timestamp()
        from item
        returning *
      ), answer as materialized (
        select said.id, said.comment_html, said.comment_stripped, said.comment_json,
          said.attachments, said.access, said.edited_at, said.external_source, said.external_id,
          said.work_item_id as issue, said.project_id as project, said.workspace_id as workspace,
          said.actor_id as actor, said.parent_id as parent, null::timestamptz as parent_created_at,
          said.created_at, said.updated_at, said.created_by, said.updated_by, said.deleted_at,
          ${maybeUserLite('u')} as actor_detail, ${projectLite('p')} as project_detail,
          ${workspaceLite('w')} as workspace_detail
        from said, projects p join workspaces w on w.id = p.workspace_id, users u
        where p.id = ${project_id} and u.id = ${user_id}
      ), ${talkedAboutItem(values)},
      emitted as (${emittingSavedAnd('comment.saved', values, { changed, emitted: saved })})
      select answer.*, item.detail as issue_detail from answer, item`
  },
)
