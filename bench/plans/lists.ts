import type { WorkItem } from '@cairn/contract'
import type { Params } from '@cairn/work-item-query'
import type pg from 'pg'
import { searchItems } from '../../apps/server/src/features/search-issues/queries.ts'
import {
  archivedItems,
  chosenItems,
  epicsOfProject,
  itemsOfCycle,
  itemsOfModule,
  itemsOfPerson,
  itemsOfTeam,
  itemsOfView,
  projectItems,
  workspaceItems,
} from '../../apps/server/src/features/work-items/contexts.ts'
import { type Context, listItems } from '../../apps/server/src/features/work-items/list.ts'
import { addRelations } from '../../apps/server/src/features/work-items/relation-queries.ts'
import { listChanged, listGone } from '../../apps/server/src/features/work-items/sync-queries.ts'
import type { ProjectMember } from '../../apps/server/src/kernel/auth/member.ts'
import type { Db } from '../../apps/server/src/kernel/database/schema.ts'

/** Values of a project to filter and search by. */
export interface Known {
  me: ProjectMember
  guest: ProjectMember
  state: string
  label: string
  person: string
  newcomer: string
  type: string
  rareType: string
  cycle: string
  module: string
  items: string[]
}

export interface List {
  name: string
  /** Reading an index to count is a fault. */
  hasStoredTotals?: boolean
  read: (db: Db, known: Known) => Promise<unknown>
}

export async function lookAround(
  client: pg.ClientBase,
  me: ProjectMember,
): Promise<Omit<Known, 'newcomer' | 'type' | 'rareType'>> {
  const { rows } = await client.query(
    `select
      (select id from states where project_id = $1 order by sequence limit 1) as state,
      (select id from labels where project_id = $1 order by name limit 1) as label,
      (select user_id from project_members where project_id = $1 and role = 15 limit 1) as person,
      (select user_id from project_members where project_id = $1 and role = 5 limit 1) as guest,
      (select id from cycles where project_id = $1 order by name limit 1) as cycle,
      (select id from modules where project_id = $1 order by name limit 1) as module,
      array(select id from work_items where project_id = $1 and is_listed limit 50) as items`,
    [me.project_id],
  )
  const { guest, ...known } = rows[0]
  const as = { project_role: 5, workspace_role: 5, sees_only_own: true }
  return { ...known, me, guest: { ...me, user_id: guest, ...as } }
}

type Of = (db: Db, known: Known) => Context | Promise<Context>

const ofProject: Of = (db, { me }) => projectItems(db, me)
const ofGuest: Of = (db, { guest }) => projectItems(db, guest)

/** `$label` is the first label of the project. */
const fill = (text: string, known: Known) =>
  text.replace(/\$(\w+)/g, (_, name: keyof Known) => String(known[name]))

const list = (context: string, of: Of, query = ''): List => ({
  name: query ? `${context} ?${query}` : context,
  async read(db, known) {
    const asked = Object.fromEntries(new URLSearchParams(fill(query, known))) as Params
    const params = { per_page: '50', cursor: '50:0:0', ...asked }
    return listItems(db, known.me, params, await of(db, known))
  },
})

const bothWays = (key: string) => [`order_by=${key}`, `order_by=-${key}`]

const orders = [
  ...['created_at', 'updated_at', 'completed_at', 'start_date', 'target_date', 'sort_order'],
  ...['sequence_id', 'name', 'priority', 'state__name', 'state__group', 'labels__name'],
  ...['assignees__first_name', 'issue_module__module__name', 'issue_cycle__cycle__name'],
  ...['estimate_point__key', 'link_count', 'attachment_count', 'sub_issues_count'],
  'type__name',
].flatMap(bothWays)

const boards = [
  ...['state_id', 'priority', 'state__group', 'cycle_id', 'project_id', 'labels__id'],
  ...['assignees__id', 'issue_module__module_id', 'created_by', 'type_id'],
].flatMap((key) => [`group_by=${key}&order_by=sort_order`, `group_by=${key}`])

const filters = [
  ...['state=$state', 'state=$state&order_by=sort_order', 'state_group=started', 'type=active'],
  ...['priority=urgent,high', 'assignees=$person', 'assignees=None', 'labels=$label'],
  ...['labels=None', 'labels=$label&state_group=started', 'labels=$label&assignees=$person'],
  ...['assignees=$newcomer', 'assignees=$newcomer&order_by=sort_order'],
  ...['created_by=$newcomer', 'created_by=$newcomer&order_by=sort_order'],
  ...['module=$module', 'cycle=$cycle', 'cycle=None', 'created_by=$person', 'sub_issue=false'],
  ...['issue_type=$type', 'issue_type=$rareType', 'issue_type=None'],
  ...['name=flaky', 'subscriber=$person', 'target_date=2026-11-01;after,2026-11-30;before'],
  ...['assignees=$person&group_by=state_id&order_by=sort_order', 'cursor=50:20:0'],
  'group_by=target_date&target_date=2026-11-01;after,2026-11-30;before',
  'group_by=state_id&sub_group_by=priority&order_by=sort_order',
]

const others: List[] = [
  list('cycle', (db, { me, cycle }) => itemsOfCycle(db, me, cycle)),
  list(
    'cycle',
    (db, { me, cycle }) => itemsOfCycle(db, me, cycle),
    'group_by=state_id&order_by=sort_order',
  ),
  list('module', (db, { me, module }) => itemsOfModule(db, me, module)),
  list('view', (db, { me, label }) => itemsOfView(db, me, { filters: { labels: [label] } })),
  list('archived', (db, { me }) => archivedItems(db, me, { withSubItems: true })),
  list('epics', (db, { me }) => epicsOfProject(db, me)),
  list('guest', ofGuest),
  list('guest', ofGuest, 'order_by=sort_order'),
  list('workspace', (db, { me }) => workspaceItems(db, me)),
  list('workspace', (db, { me }) => workspaceItems(db, me), 'assignees=$person'),
  list('team', (db, { me }) => {
    const team = { teamspace_id: '', is_lead: false, team_project_ids: [me.project_id] }
    return itemsOfTeam(db, { ...me, ...team })
  }),
  list('somebody’s', (db, { me, person }) => itemsOfPerson(db, me, person)),
  list(
    'somebody’s',
    (db, { me, person }) => itemsOfPerson(db, me, person, { assignees: person }),
    'assignees=$person',
  ),
  list('by ids', (_db, { me, items }) => chosenItems(me, items)),
  {
    name: 'relations of a page',
    async read(db, { me }) {
      const { results } = await listItems(db, me, { per_page: '50' }, projectItems(db, me))
      return addRelations(db, me, results as WorkItem[], 'issue_relation,issue_related')
    },
  },
  { name: 'sync: first page', read: (db, { me }) => listChanged(db, me, {}) },
  { name: 'sync: tenth page', read: (db, { me }) => listChanged(db, me, { cursor: '500:10:0' }) },
  {
    name: 'sync: what changed today',
    read: (db, { me }) => {
      const updated_at__gt = new Date(Date.now() - 86_400_000).toISOString()
      return listChanged(db, me, { updated_at__gt })
    },
  },
  {
    name: 'sync: what has gone today',
    read: (db, { me }) => listGone(db, me, new Date(Date.now() - 86_400_000).toISOString()),
  },
  ...[
    ['search: a word', { pattern: '%screen reader%', text: 'screen reader', numbers: [] }] as const,
    ['search: a number', { pattern: '%4711%', text: '4711', numbers: [4711] }] as const,
    ['search: nothing typed', { pattern: null, text: '', numbers: [] }] as const,
  ].map(
    ([name, { numbers, ...typed }]): List => ({
      name,
      read: (db, { me }) =>
        searchItems(db, me, {
          ...{ ...typed, numbers: [...numbers], project_id: me.project_id, epics: false },
          ...{ withoutCycle: false, outsideModule: null, withoutTargetDate: false },
        }),
    }),
  ),
]

export const lists: readonly List[] = [
  ...[...orders, ...boards, ...filters].map((query) => list('project', ofProject, query)),
  ...others,
]
