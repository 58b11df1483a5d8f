import { ADMIN, type Priority, type StateGroup } from '@cairn/contract'
import {
  changePreferences,
  findCredentials,
  prepareAccount,
  updateProfile,
} from '#features/account/service.ts'
import { seedCycles } from '#features/cycles/service.ts'
import { seedPoints } from '#features/estimates/service.ts'
import { seedLabels } from '#features/labels/service.ts'
import { seedModules } from '#features/modules/service.ts'
import { saveProperties } from '#features/project-members/service.ts'
import { joinProject, openProject } from '#features/projects/service.ts'
import { statesByGroup } from '#features/states/service.ts'
import { type SeedItem, seedWorkItems } from '#features/work-items/service.ts'
import { insertMemberships, isSlugTaken, openWorkspace } from '#features/workspaces/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { cyclesOf } from './cycles.ts'
import { modulesOf } from './modules.ts'
import { addDemoPages } from './pages.ts'
import { people } from './people.ts'
import { type DemoProject, projects } from './projects.ts'
import { noteDemo } from './queries.ts'
import { createRandom, type Random } from './random.ts'
import { createStory } from './story.ts'
import { addDemoTeams } from './teams.ts'
import { addDemoViews } from './views.ts'

export { findFirstAdmin } from './queries.ts'
export { removeDemos } from './removal.ts'

const NAME = 'Meridian'

async function freeSlug(db: Db): Promise<string> {
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? 'meridian' : `meridian-${n}`
    if (!(await isSlugTaken(db, slug))) return slug
  }
}

/** A workspace with realistic content, so that new users can try everything at once. */
export async function addDemoWorkspace(db: Db, user_id: string): Promise<string> {
  const slug = await freeSlug(db)
  const domain = await freeDomain(db, slug)
  const accounts = await Promise.all(people.map(prepareDemoAccount(domain)))
  const story = await db.transaction().execute(async (tx) => {
    const workspace_id = await openWorkspace(tx, {
      name: NAME,
      slug,
      owner_id: user_id,
      organization_size: '11-50',
      timezone: 'UTC',
    })
    const colleagues: string[] = []
    for (const create of accounts) {
      const colleague = await create(tx)
      // Their addresses are invented: mails to them would bounce.
      await changePreferences(tx, colleague, { comment: false, mention: false })
      colleagues.push(colleague)
    }
    await noteDemo(tx, { workspace_id, colleague_ids: colleagues })
    await insertMemberships(
      tx,
      colleagues.map((colleague, index) => ({
        workspace_id,
        user_id: colleague,
        role: index === 0 ? ADMIN : 15,
        created_by: user_id,
      })),
    )
    const owner = { user_id, email: '', is_instance_admin: true, user_timezone: 'UTC' }
    const member: Member = { ...owner, workspace_id, slug, workspace_role: ADMIN }
    const random = createRandom(20_261_114)
    // Last first: each new project goes to the top of the list.
    let filled: Awaited<ReturnType<typeof fillProject>> | undefined
    const project_ids: string[] = []
    for (const project of projects.toReversed()) {
      filled = await fillProject(tx, member, project, colleagues, random)
      project_ids.unshift(filled.projectMember.project_id)
    }
    await addDemoTeams(tx, member, colleagues, project_ids)
    if (filled) {
      await addDemoViews(tx, member, filled.projectMember)
      await addDemoPages(tx, filled.projectMember, colleagues)
      await seedModules(tx, filled.projectMember, modulesOf(colleagues))
      await seedPoints(tx, filled.projectMember, ['1', '2', '3', '5', '8'])
    }
    await updateProfile(tx, user_id, { is_onboarded: true, last_workspace_id: workspace_id })
    return filled && { ...filled, colleagues }
  })
  if (story) await createStory(db, story.projectMember, story)
  return slug
}

/** The domain of the invented users' addresses: unused elsewhere, and different for each demo. */
async function freeDomain(db: Db, slug: string): Promise<string> {
  const domain = `${slug}.example`
  const [first] = people
  const isTaken = await findCredentials(db, addressOf(first.first_name, domain))
  return isTaken ? `${slug}-${randomToken(4)}.example` : domain
}

const addressOf = (first_name: string, domain: string) => {
  const name = first_name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
  return `${name}@${domain}`
}

/** Demo people cannot log in: their passwords are random and not stored anywhere. */
const prepareDemoAccount =
  (domain: string) =>
  ({ first_name, last_name }: (typeof people)[number]) => {
    const email = addressOf(first_name, domain)
    return prepareAccount({ email, password: randomToken(40), first_name, last_name })
  }

/** The demo's default view: work grouped by state, as most teams use it. */
const firstLook = {
  ...{ layout: 'list', group_by: 'state', sub_group_by: null, order_by: 'sort_order' },
  ...{ type: null, sub_issue: true, show_empty_groups: true },
}

async function fillProject(
  tx: Tx,
  member: Member,
  { titles, labels, icon, ...project }: DemoProject,
  colleagues: string[],
  random: Random,
) {
  const logo_props = { in_use: 'icon', icon }
  const project_id = await openProject(tx, member, { ...project, logo_props })
  for (const user_id of colleagues) {
    await joinProject(tx, member, {
      project_id,
      user_id,
      role: user_id === colleagues[0] ? 20 : 15,
    })
  }
  const projectMember: ProjectMember = {
    ...member,
    project_id,
    project_role: ADMIN,
    identifier: project.identifier,
    sees_only_own: false,
  }
  const label_ids = await seedLabels(tx, projectMember, labels)
  const states = await statesByGroup(tx, projectMember)
  const everyone = [member.user_id, ...colleagues]
  const lines = titles.split('\n')
  const items = lines.map((name, index) => {
    const age = Math.round(96 - (index / lines.length) * 95 + random.between(-2, 2))
    return makeItem({ name, age: Math.max(age, 0), states, label_ids, everyone, random })
  })
  await seedWorkItems(tx, projectMember, items)
  await seedCycles(tx, projectMember, cyclesOf(everyone))
  await saveProperties(tx, projectMember, { display_filters: firstLook })
  return { projectMember, states }
}

interface Ingredients {
  name: string
  /** Days since it was created. */
  age: number
  states: Record<StateGroup, string>
  label_ids: string[]
  everyone: string[]
  random: Random
}

const priorityShares: [Priority, number][] = [
  ['urgent', 6],
  ['high', 22],
  ['medium', 34],
  ['low', 20],
  ['none', 18],
]

/** The older, the likelier it is completed; a few were canceled. */
const groupShares = (age: number): [StateGroup, number][] => [
  ['backlog', 40],
  ['unstarted', 14],
  ['started', age < 50 ? 18 : 3],
  ['completed', age > 25 ? 45 : 8],
  ['cancelled', 3],
]

function makeItem({ name, age, states, label_ids, everyone, random }: Ingredients): SeedItem {
  const group = random.pick(groupShares(age))
  const dated = group === 'backlog' ? random.chance(0.2) : random.chance(0.85)
  const target = group === 'completed' ? -random.between(0, age) : random.between(-3, 30)
  const assignees =
    group === 'backlog'
      ? random.pick([
          [0, 55],
          [1, 45],
        ])
      : random.pick([
          [0, 8],
          [1, 66],
          [2, 20],
          [3, 6],
        ])
  const done = Math.min(age, Math.max(0, -target))
  return {
    name,
    description_html: '<p></p>',
    priority: random.pick(priorityShares),
    state_id: states[group],
    start_day: dated && random.chance(0.5) ? target - random.between(2, 12) : null,
    target_day: dated ? target : null,
    created_day: -age,
    completed_day: group === 'completed' ? -done : null,
    created_by: random.oneOf(everyone),
    assignee_ids: random.some(everyone, Number(assignees)),
    label_ids: random.some(
      label_ids,
      Number(
        random.pick([
          [0, 30],
          [1, 45],
          [2, 20],
          [3, 5],
        ]),
      ),
    ),
  }
}
