import { pageAccess, type Slice } from '@cairn/contract'
import { sql } from 'kysely'
import { visibleProjects } from '#features/projects/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'
import { inWorkspace, pagesOfProject } from '#product/scope-queries.ts'
import type { Order } from '../../kit/ordering-queries.ts'
import { pageOf } from '../../kit/paging-queries.ts'

export const listProjectsLite = (
  db: Db,
  member: Member,
  { order, slice, withArchived }: { order: Order; slice: Slice; withArchived: boolean },
) => {
  const projects = visibleProjects(db, member)
    .select(['p.id', 'p.identifier', 'p.name', 'p.cover_image', 'p.icon_prop', 'p.emoji'])
    .select(['p.description', 'p.archived_at'])
    .select(pictureUrl('p.cover_image_asset_id', 'p.cover_image').as('cover_image_url'))
    .where(inWorkspace(member, 'p'))
    .$if(!withArchived, (all) => all.where('p.archived_at', 'is', null))
  return pageOf(projects, order, slice)
}

type Counts = Record<'states' | 'labels' | 'intakes' | 'pages', number>

/** Counts of a summary besides those every project has. */
export const countMore = async (db: Db, member: Member, project_id: string) => {
  const { user_id, workspace_id } = member
  const place = { workspace_id, project_id }
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from states s where s.project_id = ${project_id}
        and s.deleted_at is null and s."group" <> 'triage') as states,
      (select count(*)::int from labels l where l.project_id = ${project_id}
        and l.deleted_at is null) as labels,
      (select count(*)::int from intake_items n where n.project_id = ${project_id}
        and n.deleted_at is null) as intakes,
      (select count(*)::int from pages pg where ${pagesOfProject(place)}
        and (pg.access = ${pageAccess.public} or pg.owned_by = ${user_id})) as pages`.execute(db)
  return rows[0] ?? { states: 0, labels: 0, intakes: 0, pages: 0 }
}
