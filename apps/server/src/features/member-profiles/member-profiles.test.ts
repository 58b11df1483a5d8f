import {
  memberProfilesApi as api,
  GUEST,
  MEMBER,
  projectsApi,
  statesApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { app, database, person, projectOf, stranger } = await testServer()
const { db } = database

const add = (by: Client, body: object) =>
  by.call(workItemsApi.create, { body: { name: 'An item', ...body } })

async function stateOf(client: Client, group: string) {
  const states = await client.call(statesApi.list)
  return states.find((state) => state.group === group)?.id ?? ''
}

/** A second project with its owner as the only member. */
async function hidden(owner: Client) {
  const body = { name: 'Hidden', identifier: 'HID', network: 0 }
  const { id } = await owner.call(projectsApi.create, { body })
  return owner.at({ project_id: id })
}

const nothing = {
  state_distribution: [],
  priority_distribution: [],
  created_issues: 0,
  assigned_issues: 0,
  completed_issues: 0,
  pending_issues: 0,
  subscribed_issues: 0,
  present_cycles: [],
  upcoming_cycles: [],
}

async function team() {
  const people = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { ada, bob } = people
  const to = { assignee_ids: [bob.user_id] }
  await add(ada, { ...to, priority: 'urgent', state_id: await stateOf(ada, 'started') })
  await add(ada, { ...to, priority: 'low', state_id: await stateOf(ada, 'completed') })
  await add(ada, { ...to, priority: 'urgent', state_id: await stateOf(ada, 'cancelled') })
  await add(bob, { priority: 'high' })
  return people
}

const of = ({ user_id }: Client) => ({ params: { user_id } })

describe('statistics', () => {
  // @cap:profile.summary
  it('count what somebody is assigned to and created, by state and priority', async () => {
    const { ada, bob } = await team()
    expect(await ada.call(api.stats, of(bob))).toEqual({
      ...nothing,
      subscribed_issues: expect.any(Number),
      state_distribution: [
        { state_group: 'started', state_count: 1 },
        { state_group: 'completed', state_count: 1 },
        { state_group: 'cancelled', state_count: 1 },
      ],
      priority_distribution: [
        { priority: 'urgent', priority_count: 2, priority_order: 0 },
        { priority: 'low', priority_count: 1, priority_order: 3 },
      ],
      created_issues: 1,
      assigned_issues: 3,
      completed_issues: 1,
      pending_issues: 1,
    })
  })

  it('count what somebody follows, and name the cycles they have something to do in', async () => {
    const { ada, bob, gus } = await team()
    await sql`
      with made as (
        insert into cycles (workspace_id, project_id, name, start_date, end_date)
        select workspace_id, id, c.name, now() + c.starts * interval '1 day',
          now() + c.ends * interval '1 day'
        from projects, (values ('Past', -9, -5), ('Now', -1, 5), ('Next', 6, 9), ('Empty', -2, 2))
          as c (name, starts, ends)
        where projects.id = ${ada.place.project_id} returning id, name
      )
      update work_items i set cycle_id = made.id from made
      where i.project_id = ${ada.place.project_id} and i.sequence_id = case made.name
        when 'Past' then 1 when 'Now' then 2 when 'Next' then 3 end`.execute(db)
    await sql`delete from work_item_subscribers where user_id = ${bob.user_id}`.execute(db)
    await sql`
      insert into work_item_subscribers (work_item_id, user_id)
      select id, ${bob.user_id} from work_items
      where project_id = ${ada.place.project_id} and sequence_id < 3`.execute(db)
    const stats = await ada.call(api.stats, of(bob))
    expect(stats.subscribed_issues).toBe(2)
    expect(stats.present_cycles).toEqual([
      {
        cycle__id: expect.any(String),
        cycle__name: 'Now',
        cycle__project_id: ada.place.project_id,
      },
    ])
    expect(stats.upcoming_cycles).toMatchObject([{ cycle__name: 'Next' }])
    expect(await gus.call(api.stats, of(bob))).toEqual(nothing)
  })

  it('leave out epics, and deleted, archived and draft items', async () => {
    const { ada, bob } = await team()
    await sql`
      update work_items set is_epic = sequence_id = 1,
        deleted_at = case when sequence_id <> 1 then now() end
      where project_id = ${ada.place.project_id} and priority = 'urgent'`.execute(db)
    await sql`
      update work_items set archived_at = now()
      where project_id = ${ada.place.project_id} and priority = 'low'`.execute(db)
    await sql`
      update work_items set is_draft = true
      where project_id = ${ada.place.project_id} and priority = 'high'`.execute(db)
    expect(await ada.call(api.stats, of(bob))).toEqual(nothing)
  })

  // @cap:profile.summary
  it('count only projects the caller is in, and only those asked for', async () => {
    const { ada, bob } = await team()
    const elsewhere = await hidden(ada)
    await add(elsewhere, {})
    const seen = async (by: Client, project?: string) =>
      (await by.call(api.stats, { ...of(ada), ...(project && { query: { project } }) }))
        .created_issues
    expect(await seen(ada)).toBe(4)
    expect(await seen(bob)).toBe(3)
    expect(await seen(ada, elsewhere.place.project_id)).toBe(1)
    const foreign = elsewhere.place.project_id ?? ''
    expect(await bob.attempt(api.stats, { ...of(ada), query: { project: foreign } })).toEqual({
      status: 400,
      body: { project: [`Invalid pk "${foreign}" - object does not exist.`] },
    })
    expect(await bob.attempt(api.stats, { ...of(ada), query: { project: "'; drop" } })).toEqual({
      status: 400,
      body: { project: [`Invalid pk "'; drop" - object does not exist.`] },
    })
    await sql`update projects set archived_at = now() where id = ${foreign}`.execute(db)
    expect(await seen(ada)).toBe(3)
  })

  it('leave out what was somebody’s in a project they left, as their lists do', async () => {
    const { ada, bob } = await team()
    await sql`
      update project_members set is_active = false where user_id = ${bob.user_id}`.execute(db)
    const { assigned_issues, created_issues } = await ada.call(api.stats, of(bob))
    expect([assigned_issues, created_issues]).toEqual([0, 1])
  })

  it('tell a guest nothing of what others created, until guests may view everything', async () => {
    const { ada, bob, gus } = await team()
    expect(await gus.call(api.stats, of(bob))).toEqual(nothing)
    expect(await gus.call(api.stats, of(ada))).toEqual(nothing)
    await sql`
      update projects set guest_view_all_features = true
      where id = ${ada.place.project_id}`.execute(db)
    expect(await gus.call(api.stats, of(bob))).toMatchObject({ assigned_issues: 3 })
  })
})

describe('the profile', () => {
  // @cap:profile.side-panel
  it('shows who it is and how much they do in each of the caller’s projects', async () => {
    const { ada, bob } = await team()
    const elsewhere = await hidden(ada)
    await add(elsewhere, { assignee_ids: [ada.user_id] })
    const { user_data, project_data } = await ada.call(api.profile, of(bob))
    expect(user_data).toMatchObject({ first_name: 'bob', display_name: 'bob', avatar_url: null })
    expect(user_data.email).toMatch(/^bob-.*@cairn\.test$/)
    expect(project_data).toEqual([
      {
        id: elsewhere.place.project_id,
        logo_props: {},
        created_issues: 0,
        assigned_issues: 0,
        completed_issues: 0,
        pending_issues: 0,
      },
      {
        id: ada.place.project_id,
        logo_props: {},
        created_issues: 1,
        assigned_issues: 3,
        completed_issues: 1,
        pending_issues: 1,
      },
    ])
    const seenByBob = await bob.call(api.profile, of(ada))
    expect(seenByBob.project_data.map(({ id }) => id)).toEqual([ada.place.project_id])
  })

  it('shows a guest neither the address nor any project', async () => {
    const { bob, gus } = await team()
    const { user_data, project_data } = await gus.call(api.profile, of(bob))
    expect(user_data).not.toHaveProperty('email')
    expect(project_data).toEqual([])
  })

  it('names people who left, and nobody who never was here', async () => {
    const { ada, bob } = await team()
    const missing = { status: 404, body: { error: 'The required object does not exist.' } }
    const outsider = await person('eve')
    await bob.call(workspacesApi.leave)
    expect(await ada.call(api.profile, of(bob))).toMatchObject({ user_data: { first_name: 'bob' } })
    for (const call of [api.profile, api.stats, api.activity]) {
      expect(await ada.attempt(call, of(outsider))).toEqual(missing)
      const user_id = crypto.randomUUID()
      expect(await ada.attempt(call, { params: { user_id } })).toEqual(missing)
      expect(await bob.attempt(call, of(ada))).toMatchObject({ status: 403 })
      expect(await outsider.at(ada.place).attempt(call, of(ada))).toMatchObject({ status: 403 })
      expect(await stranger.at(ada.place).attempt(call, of(ada))).toMatchObject({ status: 401 })
    }
  })
})

describe('activity', () => {
  const verbs = async (by: Client, whose: Client, query = {}) =>
    (await by.call(api.activity, { ...of(whose), query })).results.map(
      ({ issue_detail, verb }) => `${verb} ${issue_detail?.name}`,
    )

  // @cap:profile.activity-export
  it('is read page by page, newest first', async () => {
    const { ada } = await projectOf('ada')
    for (const name of ['one', 'two', 'three']) await add(ada, { name })
    const page = await ada.call(api.activity, { ...of(ada), query: { per_page: '2' } })
    expect(page).toMatchObject({ count: 2, total_results: 3, next_page_results: true })
    expect(await verbs(ada, ada, { per_page: '2' })).toEqual(['created three', 'created two'])
    expect(await verbs(ada, ada, { cursor: page.next_cursor ?? '' })).toEqual(['created one'])
    expect(await verbs(ada, ada, { order_by: 'created_at' })).toEqual([
      'created one',
      'created two',
      'created three',
    ])
    const bad = await ada.attempt(api.activity, { ...of(ada), query: { per_page: '1001' } })
    expect(bad).toMatchObject({ status: 400 })
  })

  it('leaves out talk, other workspaces and projects the reader is not in', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const item = await add(ada, { name: 'seen' })
    const elsewhere = await hidden(ada)
    await add(elsewhere, { name: 'hidden' })
    await sql`
      insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field)
      select workspace_id, project_id, id, created_by, 'created', 'comment'
      from work_items where id = ${item.id}`.execute(db)
    expect(await verbs(bob, ada)).toEqual(['created seen'])
    expect(await verbs(ada, ada)).toEqual(['created hidden', 'created seen'])
    const project = ada.place.project_id ?? ''
    expect(await verbs(ada, ada, { project })).toEqual(['created seen'])
    const foreign = { project: elsewhere.place.project_id ?? '' }
    expect(await bob.attempt(api.activity, { ...of(ada), query: foreign })).toMatchObject({
      status: 400,
    })
    await sql`update projects set archived_at = now() where id = ${project}`.execute(db)
    expect(await verbs(bob, ada)).toEqual([])
  })

  it('shows a guest only what happened to items they created', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const theirs = await add(ada, { name: 'not yours' })
    const own = await add(ada, { name: 'yours' })
    await sql`
      update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
    const page = await gus.call(api.activity, of(ada))
    expect(page.results.map(({ issue }) => issue)).toEqual([own.id])
    expect(JSON.stringify(page)).not.toContain(theirs.id)
  })
})

describe('a day as a file', () => {
  const saved = (by: Client, whose: Client, payload?: object) =>
    app.inject({
      method: 'POST',
      url: `/api/workspaces/${by.place.slug}/user-activity/${whose.user_id}/export/`,
      cookies: by.cookies,
      ...(payload && { payload }),
    })

  /** The cells of all lines but the header. */
  const rowsOf = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('","'))

  const keys = (csv: string) => rowsOf(csv).map(([, key]) => key)

  async function dated(client: Client, name: string, moment: string) {
    const { id } = await add(client, { name })
    await sql`update activities set created_at = ${moment} where work_item_id = ${id}`.execute(db)
  }

  // @cap:profile.activity-export
  it('holds what somebody did between two midnights of the reader’s', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    await sql`
      update users set user_timezone = 'Asia/Tokyo' where id = ${bob.user_id}`.execute(db)
    await dated(ada, 'before', '2026-03-09T14:59:59.999999Z')
    await dated(ada, 'first', '2026-03-09T15:00:00Z')
    await dated(ada, 'last', '2026-03-10T14:59:59.999999Z')
    await dated(ada, 'after', '2026-03-10T15:00:00Z')
    const answer = await saved(bob, ada, { date: '2026-03-10' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="workspace-user-activity.csv"',
    })
    expect(answer.body.split('\r\n')[0]).toBe(
      '"Actor name","Issue ID","Project","Created at","Updated at","Action","Field","Old value","New value"',
    )
    const at = '2026-03-09T15:00:00Z'
    const first = ['ada', 'TRAIL - 2', 'Trail Maps', at, at, 'created', '', '', '']
    expect(rowsOf(answer.body)[0]).toEqual(first)
    expect(keys(answer.body)).toEqual(['TRAIL - 2', 'TRAIL - 3'])
    // The same day in another time zone.
    expect(keys((await saved(ada, ada, { date: '2026-03-09' })).body)).toHaveLength(2)
    expect(keys((await saved(ada, ada, { date: '2026-03-11' })).body)).toEqual([])
  })

  it('says what changed from what to what, and runs nowhere as a formula', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, { name: 'an item' })
    await ada.call(workItemsApi.change, { params: { id }, body: { name: '=1+1' } })
    await sql`
      update activities set created_at = '2026-03-10T10:00:00Z'
      where work_item_id = ${id} and field = 'name'`.execute(db)
    const { body } = await saved(ada, ada, { date: '2026-03-10' })
    expect(rowsOf(body)[0]?.slice(5)).toEqual(['updated', 'name', 'an item', "'=1+1"])
  })

  it('holds only projects the reader is in, and only items they may see', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    await dated(ada, 'seen', '2026-03-10T10:00:00Z')
    await dated(await hidden(ada), 'hidden', '2026-03-10T11:00:00Z')
    const day = { date: '2026-03-10' }
    expect(keys((await saved(ada, ada, day)).body)).toEqual(['TRAIL - 1', 'HID - 1'])
    expect(keys((await saved(bob, ada, day)).body)).toEqual(['TRAIL - 1'])
    await sql`
      update project_members set role = ${GUEST} where user_id = ${bob.user_id}`.execute(db)
    expect(keys((await saved(bob, ada, day)).body)).toEqual([])
  })

  it('needs a day, a colleague, and somebody who may ask', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    expect((await saved(ada, ada)).statusCode).toBe(400)
    const without = await saved(ada, ada, {})
    expect([without.statusCode, without.json()]).toEqual([400, { error: 'Date is required' }])
    for (const date of ['', 'today', '2026-02-30', '0000-01-01', 7, null]) {
      const answer = await saved(ada, ada, { date })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['date']])
    }
    const day = { date: '2026-03-10' }
    expect((await saved(ada, ada, { date: '9999-12-31' })).statusCode).toBe(200)
    expect((await saved(ada, eve, day)).statusCode).toBe(404)
    expect((await saved(gus, ada, day)).statusCode).toBe(403)
    expect((await saved(eve.at(ada.place), ada, day)).statusCode).toBe(403)
    expect((await saved(stranger.at(ada.place), ada, day)).statusCode).toBe(401)
  })
})
