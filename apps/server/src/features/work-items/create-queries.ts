import type { WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { writtenOnce } from '#kernel/database/written-once.ts'
import { emittingSaved } from '#kernel/events/outbox.ts'
import { claimingKey } from '#product/idempotency-queries.ts'
import { defaultTypeOf } from '#product/project-type-queries.ts'
import { inProject } from '#product/scope-queries.ts'
import { defaultTypeAsks } from '#product/work-item-property-queries.ts'
import { added, created } from './activities.ts'
import { defaultAssignee } from './field-queries.ts'
import { assigneesNamed, labelsNamed, type WorkItemValues } from './queries.ts'

interface Shape {
  hasState: boolean
  hasKey: boolean
}

interface Values
  extends Pick<ProjectMember, 'workspace_id' | 'project_id' | 'user_id'>,
    Omit<Required<WorkItemValues>, 'parent_id' | 'estimate_point' | 'type_id' | 'state_id'> {
  id: string
  state_id: string | undefined
  label_ids: readonly string[]
  assignee_ids: readonly string[]
  sort_order: number
  key: string | undefined
  epoch: number
}

const { comment: addedPerson } = added('assignees', 'added assignee ', { id: '', name: '' })

/** The state that was asked for, or the project's default, locked as `findState` locks it. */
const picked = ({ hasState }: Shape, { project_id, state_id }: Values) => sql`
  select id, "group" from states
  where ${inProject({ project_id })} and "group" <> 'triage'
    ${hasState ? sql`and id = ${state_id}` : sql`order by "default" desc, sequence limit 1`}
  for key share`

/** Whether all ids exist: an unknown id rejects all. */
const allKnown = (known: string, ids: readonly string[]) =>
  sql`${ids}::uuid[] <@ array(select id from ${sql.ref(known)})`

/**
 * Creates an item with its assignees, labels, subscriber, first version, history and event in one
 * statement; no row if a referenced row is missing or the key is known. Other creates in the same
 * project wait only for this statement's commit.
 */
export const createStatement = writtenOnce<Shape, Values, WorkItem>(
  ({ hasState, hasKey }) => `${hasState} ${hasKey}`,
  (shape, values) => {
    const { id, workspace_id, project_id, user_id, key, epoch } = values
    const { label_ids, assignee_ids } = values
    const valid = sql`(
      select from picked where ${allKnown('labels_known', label_ids)}
        and ${allKnown('people_known', assignee_ids)}
        and not ${defaultTypeAsks(project_id)}
    ) as valid`
    return sql`
      with picked as materialized (${picked(shape, values)}
      ), labels_known as materialized (${labelsNamed(values, sql`${label_ids}::uuid[]`)}
      ), people_known as materialized (${assigneesNamed(values, sql`${assignee_ids}::uuid[]`)}
      ), people as materialized (
        select id, name from people_known where fits
        union all
        select * from (${defaultAssignee(project_id)}) as d
        where not exists (select from people_known where fits)
      ), ${shape.hasKey ? claimingKey({ user_id, key, id }, valid) : sql``}
      numbered as (
        update work_item_numbers n set last_number = n.last_number + 1
        from ${shape.hasKey ? sql`claimed` : valid}
        where n.project_id = ${project_id} returning n.last_number
      ), made as (
        insert into work_items (id, workspace_id, project_id, created_by, name, description_html,
          description_stripped, description, description_binary, priority, start_date, target_date,
          external_source, external_id, point, state_id, type_id, sequence_id, sort_order,
          completed_at)
        select ${id}, ${workspace_id}, ${project_id}, ${user_id}, ${values.name},
          ${values.description_html}, ${values.description_stripped}, ${values.description}::jsonb,
          ${values.description_binary}::bytea, ${values.priority}, ${values.start_date}::date,
          ${values.target_date}::date, ${values.external_source}, ${values.external_id},
          ${values.point}::smallint, picked.id, ${defaultTypeOf(project_id)}, numbered.last_number,
          place_behind_state(${project_id}, picked.id, ${values.sort_order}),
          case when picked."group" = 'completed' then now() end
        from picked, numbered
        returning *
      ), labelled as (
        insert into work_item_labels (work_item_id, label_id, created_at, sort_order)
        select made.id, k.id, made.created_at, made.sort_order
        from made, labels_known k where k.fits returning label_id
      ), assigned as (
        insert into work_item_assignees (work_item_id, user_id, created_at, sort_order)
        select made.id, people.id, made.created_at, made.sort_order from made, people
        returning user_id
      ), followed as (
        insert into work_item_subscribers (work_item_id, user_id, created_by)
        select made.id, f.person, ${user_id}
        from made, (select ${user_id}::uuid as person union select id from people) as f
      ), written as (
        insert into description_versions (workspace_id, project_id, work_item_id, owned_by,
          created_by, description_html, description_stripped, description_json, description_binary)
        select workspace_id, project_id, id, created_by, created_by, description_html,
          description_stripped, description, description_binary
        from made
      ), noted as (
        insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field,
          comment, old_value, new_value, new_identifier, epoch)
        select ${workspace_id}, ${project_id}, made.id, ${user_id}, n.*, ${epoch}
        from made, (
          select ${created.verb}, ${created.field}::text, ${created.comment}, null::text, null::text,
            null::uuid
          union all
          select 'updated', 'assignees', ${addedPerson}, '', people.name, people.id from people
        ) as n (verb, field, comment, before, after, to_id)
      ), emitted as (${emittingSaved(values, sql`made`)})
      select i.id, i.name, i.state_id, picked."group" as state__group, i.sort_order,
        i.completed_at, i.estimate_point, i.priority, i.start_date, i.target_date, i.sequence_id,
        i.project_id, i.parent_id, i.cycle_id, '{}'::uuid[] as module_ids,
        array(select label_id from labelled order by label_id) as label_ids,
        array(select user_id from assigned order by user_id) as assignee_ids,
        0 as sub_issues_count, i.attachment_count, i.link_count, i.is_draft, i.archived_at, i.type_id,
        i.is_epic, '{}'::jsonb as property_values, i.created_at, i.updated_at, i.created_by, i.updated_by
      from made i, picked`
  },
)
