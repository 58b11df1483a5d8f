import {
  workspaceViewPublicationsApi as api,
  publicDiscussionApi as discussion,
  GUEST,
  MEMBER,
  type PublicItem,
  projectsApi,
  publicBoardApi as site,
  teamspacesApi,
  teamViewPublicationsApi,
  teamViewsApi,
  type ViewFilters,
  viewsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  addLabel,
  archive,
  missing,
  refused,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, workspaceOf, person, stranger, database } = await testServer()
const { db } = database

async function addProject(by: Client, name: string, identifier: string) {
  const { id } = await by.call(projectsApi.create, { body: { name, identifier } })
  return by.at({ ...by.place, project_id: id })
}

const addView = (by: Client, filters: ViewFilters = {}) =>
  by.call(workspaceViewsApi.create, { body: { name: 'Everywhere', filters } })

const publish = (by: Client, id: string) => by.call(api.publish, { params: { id } })

/** An anonymous visitor with the link. */
const at = (anchor: string) => stranger.at({ anchor })
const namesOn = async (reader: Client, query = {}) =>
  ((await reader.call(site.items, { query })).results as PublicItem[])
    .map(({ name }) => name)
    .toSorted()
const isGone = async (reader: Client) => {
  const answers = await Promise.all(
    [site.settings, site.meta, site.items, site.projects, site.members].map((one) =>
      reader.attempt(one),
    ),
  )
  return answers.every(({ status }) => status === 404)
}

describe('a view of the workspace on the web', () => {
  it('shows what its publisher could publish, and only reads', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const second = await addProject(ada, 'Second', 'TWO')
    const hers = await addProject(mia, 'Secret', 'SEC')
    await addItem(ada, 'here', { priority: 'urgent' })
    await addItem(ada, 'calm')
    await archive(ada, (await addItem(ada, 'archived', { priority: 'urgent' })).id)
    await addItem(second, 'there', { priority: 'urgent', assignee_ids: [ada.user_id] })
    const secret = await addItem(hers, 'secret', { priority: 'urgent' })
    const view = await addView(ada, { priority: ['urgent'] })
    expect(view.anchor).toBeNull()
    expect(await ada.attempt(api.get, { params: { id: view.id } })).toEqual({
      status: 404,
      body: { error: 'View is not published' },
    })

    const published = await publish(ada, view.id)
    expect(published).toEqual({
      ...{ id: expect.any(String), anchor: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ...{ is_comments_enabled: false, is_reactions_enabled: false, is_votes_enabled: false },
      is_activity_enabled: false,
    })
    expect(await publish(ada, view.id)).toEqual(published)
    expect((await ada.call(workspaceViewsApi.list))[0]?.anchor).toBe(published.anchor)

    const reader = at(published.anchor)
    expect(await namesOn(reader)).toEqual(['here', 'there'])
    expect(await namesOn(reader, { project: hers.place.project_id })).toEqual(['here', 'there'])
    expect((await reader.call(site.projects)).map(({ identifier }) => identifier)).toEqual([
      ...['TWO', 'TRAIL'],
    ])
    expect(await reader.call(site.settings)).toMatchObject({ project: null, project_details: null })
    expect(await reader.call(site.meta)).toMatchObject({ id: view.id, name: 'Everywhere' })
    const { results } = await reader.call(site.items, { query: { group_by: 'state__group' } })
    expect(results).toMatchObject({ backlog: { total_results: 2 } })
    const states = await reader.call(site.states)
    expect(new Set(states.map(({ project_id }) => project_id)).size).toBe(2)

    const items = (await reader.call(site.items)).results as PublicItem[]
    const shown = items.find(({ name }) => name === 'there')?.id ?? ''
    const whole = await reader.call(site.item, { params: { id: shown } })
    expect(whole).toMatchObject({ name: 'there', vote_items: [], reaction_items: [] })
    expect(await reader.attempt(site.item, { params: { id: secret.id } })).toMatchObject({
      status: 404,
    })
    const answers = await Promise.all(
      [site.settings, site.meta, site.items, site.members, site.labels, site.cycles].map((one) =>
        reader.call(one),
      ),
    )
    expect(JSON.stringify(answers)).not.toContain('@')
    expect(JSON.stringify(answers)).not.toContain('secret')

    const visitor = (await person('vic')).at({ anchor: published.anchor })
    const params = { id: shown }
    expect(await visitor.call(discussion.comments, { params })).toEqual([])
    for (const attempt of [
      visitor.attempt(discussion.addComment, { params, body: { comment_html: '<p>hi</p>' } }),
      visitor.attempt(discussion.react, { params, body: { reaction: '128077' } }),
      visitor.attempt(discussion.vote, { params, body: { vote: 1 } }),
      visitor.attempt(site.activities, { params }),
    ]) {
      expect(await attempt).toMatchObject({ status: 400 })
    }
  })

  it('applies is not, has none, overdue and relative days to what visitors see', async () => {
    const { ada } = await projectOf('ada')
    const label = await addLabel(ada, 'bug')
    const day = (from: number) =>
      new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
    const done = await stateOf(ada, 'completed')
    await addItem(ada, 'late', { target_date: day(-3), priority: 'urgent' })
    await addItem(ada, 'done late', { target_date: day(-3), state_id: done, label_ids: [label] })
    await addItem(ada, 'soon', { target_date: day(3), assignee_ids: [ada.user_id] })
    await addItem(ada, 'far', { target_date: day(40), label_ids: [label] })
    await addItem(ada, 'whenever', { priority: 'urgent' })
    const shown = async (filters: ViewFilters) => {
      const { id } = await addView(ada, filters)
      return namesOn(at((await publish(ada, id)).anchor))
    }
    expect(await shown({ priority__not: ['urgent'] })).toEqual(['done late', 'far', 'soon'])
    expect(await shown({ labels__not: [label] })).toEqual(['late', 'soon', 'whenever'])
    expect(await shown({ assignees: ['None'], labels: ['None'] })).toEqual(['late', 'whenever'])
    expect(await shown({ target_date: ['None'] })).toEqual(['whenever'])
    expect(await shown({ target_date: ['overdue'] })).toEqual(['late'])
    expect(await shown({ target_date: ['1_weeks;within;fromnow'] })).toEqual(['soon'])
    expect(await shown({ target_date: ['1_months;after;fromnow', 'None'] })).toEqual([
      ...['far', 'whenever'],
    ])
  })

  it('is the business of the workspace’s admins', async () => {
    const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const { eve } = await workspaceOf('eve')
    const { id } = await addView(mia)
    const params = { id }
    expect(await mia.attempt(api.publish, { params })).toEqual(refused)
    expect(await gus.attempt(api.publish, { params })).toEqual(refused)
    expect(await eve.attempt(api.publish, { params })).toEqual(missing)
    const { anchor } = await publish(ada, id)
    expect(await isGone(at(anchor))).toBe(false)
    expect((await mia.call(api.get, { params })).anchor).toBe(anchor)
    // Its owner unpublishes it.
    await mia.call(api.unpublish, { params })
    expect(await isGone(at(anchor))).toBe(true)
    expect((await publish(ada, id)).anchor).not.toBe(anchor)
    // A project view has a separate route.
    const own = await ada.call(viewsApi.create, { body: { name: 'Own' } })
    expect(await ada.attempt(api.publish, { params: { id: own.id } })).toEqual(missing)
  })

  it('follows the rights of who published it, whenever somebody looks', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const hers = await addProject(mia, 'Hers', 'HERS')
    await addItem(ada, 'ours')
    await addItem(hers, 'hers')
    const { id } = await addView(ada)
    const reader = at((await publish(ada, id)).anchor)
    expect(await namesOn(reader)).toEqual(['ours'])

    const join = (role: number, is_active = true) =>
      sql`
        insert into project_members (workspace_id, project_id, user_id, role, is_active)
        select workspace_id, id, ${ada.user_id}, ${role}, ${is_active} from projects
        where id = ${hers.place.project_id}
        on conflict (project_id, user_id) where deleted_at is null
        do update set role = excluded.role, is_active = excluded.is_active`.execute(db)
    await join(MEMBER)
    expect(await namesOn(reader)).toEqual(['ours'])
    await hers.call(projectsApi.change, { body: { members_can_publish: true } })
    expect(await namesOn(reader)).toEqual(['hers', 'ours'])
    await join(MEMBER, false)
    expect(await namesOn(reader)).toEqual(['ours'])

    const setRole = (role: number) =>
      sql`update workspace_members set role = ${role} where user_id = ${ada.user_id}`.execute(db)
    await setRole(MEMBER)
    expect(await isGone(reader)).toBe(true)
    await setRole(20)
    expect(await isGone(reader)).toBe(false)
    await sql`update users set is_active = false where id = ${ada.user_id}`.execute(db)
    expect(await isGone(reader)).toBe(true)
    await sql`update users set is_active = true where id = ${ada.user_id}`.execute(db)

    await ada.call(workspaceViewsApi.remove, { params: { id } })
    expect(await isGone(reader)).toBe(true)
  })
})

describe('a view of a teamspace on the web', () => {
  it('is published by its lead, and shows its projects alone', async () => {
    const { ada, mia, ben } = await projectOf('ada', ['mia', MEMBER], ['ben', MEMBER])
    const hers = await addProject(mia, 'Hers', 'HERS')
    const apart = await addProject(mia, 'Apart', 'APART')
    await addItem(hers, 'in the team')
    await addItem(apart, 'apart')
    await addItem(ada, 'not hers to publish')
    const project_ids = [hers.place.project_id ?? '', ada.place.project_id ?? '']
    const { id: teamspace_id } = await ada.call(teamspacesApi.create, {
      body: {
        ...{ name: 'Guides', lead_id: mia.user_id, project_ids },
        member_ids: [mia.user_id, ben.user_id],
      },
    })
    const { id } = await mia.call(teamViewsApi.create, {
      params: { teamspace_id },
      body: { name: 'Ours' },
    })
    const params = { teamspace_id, id }
    expect(await ben.attempt(teamViewPublicationsApi.publish, { params })).toEqual(refused)
    // A teamspace view is not a workspace view.
    expect(await ada.attempt(api.publish, { params: { id } })).toEqual(missing)
    const { anchor } = await mia.call(teamViewPublicationsApi.publish, { params })
    const reader = at(anchor)
    expect(await namesOn(reader)).toEqual(['in the team'])

    const setLead = (lead: string | null) =>
      sql`update teamspaces set lead_id = ${lead} where id = ${teamspace_id}`.execute(db)
    await setLead(null)
    expect(await isGone(reader)).toBe(true)
    await setLead(mia.user_id)
    expect(await isGone(reader)).toBe(false)
    await ada.call(teamspacesApi.remove, { params: { teamspace_id } })
    expect(await isGone(reader)).toBe(true)
  })
})
