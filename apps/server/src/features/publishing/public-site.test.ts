import { randomUUID } from 'node:crypto'
import {
  deployBoardsApi as boards,
  commentsApi,
  cyclesApi,
  publicDiscussionApi as discussion,
  GUEST,
  intakeItemsApi,
  intakesApi,
  MEMBER,
  modulesApi,
  type NewWorkItemProperty,
  type PublicItem,
  projectMembersApi,
  projectsApi,
  propertyField,
  publicAssetsApi,
  publicIntakeAliasApi,
  publicIntakeApi as requests,
  publicBoardApi as site,
  viewPublicationsApi,
  viewsApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fetchFile, picture, png, send, share } from '#features/assets/test-kit/uploads.ts'
import { openIntake, submit } from '#features/intake/test-kit/intake.ts'
import {
  addItem,
  addLabel,
  archive,
  historyOf,
  missing,
  nobody,
  signedOut,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { SOON, startCpuTimer } from '#test/cpu-time.ts'
import { testServer } from '#test/server.ts'

const { app, projectOf, person, stranger, database } = await testServer()
const { db } = database

const everything = {
  is_comments_enabled: true,
  is_reactions_enabled: true,
  is_votes_enabled: true,
}

/** A published project, and a visitor from outside. */
async function publishedBy(admin: Client, body = {}) {
  const { anchor, id } = await admin.call(boards.publish, { body })
  const visitor = (await person('vic')).at({ anchor })
  return { anchor, board_id: id, visitor, reader: stranger.at({ anchor }) }
}

const itemsOn = async (reader: Client, query = {}) =>
  (await reader.call(site.items, { query })).results as PublicItem[]
const namesOn = async (reader: Client, query = {}) =>
  (await itemsOn(reader, query)).map(({ name }) => name)

describe('anybody with the link', () => {
  // @cap:publishing.public-board
  it('reads what the project lists, by the words of its own lists', async () => {
    const { ada } = await projectOf('ada')
    const label = await addLabel(ada, 'Maps')
    const started = await stateOf(ada, 'started')
    await addItem(ada, 'first', { priority: 'high', label_ids: [label] })
    await addItem(ada, 'second', { state_id: started })
    const { reader } = await publishedBy(ada)

    expect(await namesOn(reader)).toEqual(['second', 'first'])
    expect(await namesOn(reader, { priority: 'high' })).toEqual(['first'])
    expect(await namesOn(reader, { state: started })).toEqual(['second'])
    expect(await namesOn(reader, { labels: label })).toEqual(['first'])
    const grouped = await reader.call(site.items, { query: { group_by: 'state_id' } })
    expect(grouped).toMatchObject({
      grouped_by: 'state_id',
      total_count: 2,
      results: { [started]: { total_results: 1, results: [{ name: 'second' }] } },
    })
    const same = { group_by: 'state_id', sub_group_by: 'state_id' }
    expect(await reader.attempt(site.items, { query: same })).toEqual({
      status: 400,
      body: { error: 'Group by and sub group by cannot have same parameters' },
    })

    expect(await reader.call(site.states)).toHaveLength(5)
    expect(await reader.call(site.labels)).toEqual([
      {
        ...{ id: label, name: 'Maps', color: expect.any(String), parent: null },
        project_id: ada.place.project_id,
      },
    ])
    expect(await reader.call(site.meta)).toMatchObject({ name: 'Trail Maps', identifier: 'TRAIL' })
  })

  it('reads one item with its text', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map', { description_html: '<p>Hello</p>' })
    const { reader } = await publishedBy(ada)
    const item = await reader.call(site.item, { params: { id } })
    expect(Object.keys(item).sort()).toEqual(
      [
        ...['id', 'name', 'state_id', 'sort_order', 'estimate_point', 'priority', 'start_date'],
        ...['target_date', 'sequence_id', 'project_id', 'parent_id', 'cycle_id', 'created_by'],
        ...['state__group', 'assignee_ids', 'label_ids', 'module_ids', 'vote_items'],
        ...['reaction_items', 'description', 'description_html', 'description_stripped'],
        ...['description_binary', 'property_values'],
      ].sort(),
    )
    expect(item).toMatchObject({ description_html: '<p>Hello</p>', description_stripped: 'Hello' })
    expect(await reader.attempt(site.item, { params: { id: nobody } })).toEqual(missing)
  })

  it('hears that there is nothing where there is nothing', async () => {
    const reader = stranger.at({ anchor: '0'.repeat(32) })
    const unpublished = { status: 404, body: { error: 'Project is not published' } }
    const invalid = { status: 404, body: { error: 'Invalid anchor' } }
    expect(await reader.attempt(site.settings)).toEqual(missing)
    expect(await reader.attempt(site.meta)).toEqual(unpublished)
    expect(await reader.attempt(site.items)).toEqual(unpublished)
    for (const call of [site.states, site.labels, site.cycles, site.modules, site.members]) {
      expect(await reader.attempt(call)).toEqual(invalid)
    }
    const asset = await reader.attempt(publicAssetsApi.get, { params: { id: nobody } })
    expect(asset.body).toEqual({ error: 'Requested resource could not be found.' })
  })

  // @cap:publishing.public-hides-private
  it('sees nothing that is archived, waiting, deleted, internal or somebody’s address', async () => {
    const { ada } = await projectOf('ada')
    const { bob } = await projectOf('bob')
    await openIntake(ada)
    const shown = await addItem(ada, 'shown')
    const put = await addItem(ada, 'put away')
    await ada.call(workItemsApi.change, {
      params: { id: put.id },
      body: { state_id: await stateOf(ada, 'completed') },
    })
    await archive(ada, put.id)
    const gone = await addItem(ada, 'deleted')
    await ada.call(workItemsApi.remove, { params: { id: gone.id } })
    const waiting = await submit(ada, 'waiting')
    const foreign = await addItem(bob, 'foreign')
    await ada.call(cyclesApi.create, { body: { name: 'Spring' } })
    await ada.call(modulesApi.create, { body: { name: 'Signs' } })
    const params = { id: shown.id }
    await ada.call(commentsApi.create, { params, body: { comment_html: '<p>hush hush</p>' } })
    const { reader, visitor, board_id } = await publishedBy(ada, everything)

    expect(await namesOn(reader)).toEqual(['shown'])
    for (const { id } of [put, gone, { id: waiting }, foreign]) {
      const at = { params: { id } }
      expect(await reader.attempt(site.item, at)).toEqual(missing)
      expect(await reader.attempt(discussion.comments, at)).toEqual(missing)
      expect(await reader.attempt(discussion.reactions, at)).toEqual(missing)
      expect(await reader.attempt(discussion.votes, at)).toEqual(missing)
      expect(await visitor.attempt(discussion.vote, { ...at, body: {} })).toEqual(missing)
      const said = await visitor.attempt(discussion.addComment, {
        ...at,
        body: { comment_html: 'x' },
      })
      expect(said).toEqual(missing)
      const reacted = await visitor.attempt(discussion.react, {
        ...at,
        body: { reaction: '128077' },
      })
      expect(reacted).toEqual(missing)
    }

    const { rows } = await sql<{ email: string }>`select email from users`.execute(db)
    const answers = await Promise.all([
      ...[site.settings, site.meta, site.states, site.labels, site.cycles, site.modules].map(
        (call) => reader.attempt(call),
      ),
      reader.attempt(site.members),
      reader.attempt(site.items),
      reader.attempt(site.item, { params }),
      reader.attempt(discussion.comments, { params }),
    ])
    const text = JSON.stringify(answers)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const { email } of rows) expect(text).not.toContain(email)
    for (const secret of ['hush', 'put away', 'waiting', 'foreign', 'deleted"']) {
      expect(text).not.toContain(secret)
    }
    expect(await reader.call(site.members)).toEqual([
      expect.objectContaining({ member: ada.user_id, member__display_name: 'ada' }),
    ])

    await ada.call(boards.unpublish, { params: { id: board_id } })
    expect(await reader.attempt(site.item, { params })).toMatchObject({ status: 404 })
  })

  it('may read from any site, and write from none but ours', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { anchor, visitor } = await publishedBy(ada, everything)
    const url = `/api/public/anchor/${anchor}/issues/${id}/votes/`
    const headers = { origin: 'https://elsewhere.example' }
    const read = await app.inject({ url, headers })
    expect(read.statusCode).toBe(200)
    expect(read.headers['access-control-allow-origin']).toBe('*')
    expect(read.headers['access-control-allow-credentials']).toBeUndefined()
    expect(read.headers['cache-control']).toBe('private, no-cache')
    const { cookies } = visitor
    const wrote = await app.inject({ url, headers, cookies, method: 'POST', payload: { vote: 1 } })
    expect(wrote.statusCode).toBe(403)
    expect(wrote.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('properties of types', () => {
  /** Items with public and internal values, and one of a person who left. */
  async function furnished() {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    await ada.call(projectsApi.change, { body: { is_issue_type_enabled: true } })
    const types = await ada.call(workItemTypesApi.listOfWorkspace)
    const type_id = types.find(({ name }) => name === 'Bug')?.id ?? ''
    const define = (body: NewWorkItemProperty) =>
      ada.call(workItemPropertiesApi.create, { params: { type_id }, body })
    const [minor, major] = [randomUUID(), randomUUID()]
    const options = [
      { id: minor, name: 'Minor' },
      { id: major, name: 'Major', color: '#ca5747' },
    ]
    const severity = await define({ name: 'Severity', kind: 'option', options })
    const tester = await define({ name: 'Tester', kind: 'person', is_multi: true })
    const effort = await define({ name: 'Effort', kind: 'number', unit: 'h', decimals: 1 })
    const customer = await define({ name: 'Customer', kind: 'text' })
    const other = await define({ name: 'Caused by', kind: 'item' })
    const cause = await addItem(ada, 'cause')
    await archive(ada, await finished(ada, cause.id))
    await addItem(ada, 'crash', {
      type_id,
      property_values: {
        ...{ [severity.id]: [major], [tester.id]: [ada.user_id, mia.user_id], [effort.id]: 2.5 },
        ...{ [customer.id]: 'hush hush', [other.id]: [cause.id] },
      },
    })
    const typo = { [severity.id]: [minor], [customer.id]: 'psst' }
    await addItem(ada, 'typo', { type_id, property_values: typo })
    await mia.call(projectMembersApi.leave)
    return { ada, mia, severity, tester, effort, customer, other, cause, minor, major }
  }

  const finished = async (ada: Client, id: string) => {
    const state_id = await stateOf(ada, 'completed')
    await ada.call(workItemsApi.change, { params: { id }, body: { state_id } })
    return id
  }

  // @cap:publishing.public-hides-private
  it('are read where the published view displays them, and only those', async () => {
    const { ada, mia, severity, tester, effort, customer, other, cause, major } = await furnished()
    const own = [effort.id, severity.id, tester.id, other.id, 'gone']
    const filters = { [propertyField(severity)]: [major] }
    const body = { name: 'Bad', filters, display_properties: { own } }
    const view = await ada.call(viewsApi.create, { body })
    const params = { id: view.id }
    const { anchor } = await ada.call(viewPublicationsApi.publish, { params, body: everything })
    const reader = stranger.at({ anchor })

    expect(await reader.call(site.properties)).toEqual([
      { id: effort.id, name: 'Effort', kind: 'number', unit: 'h', decimals: 1, options: [] },
      {
        ...{ id: severity.id, name: 'Severity', kind: 'option', unit: '', decimals: null },
        options: severity.options.map(({ id, name, color }) => ({ id, name, color })),
      },
      { id: tester.id, name: 'Tester', kind: 'person', unit: '', decimals: null, options: [] },
    ])
    // The view filters by one of them; who left is named no more, as among the members.
    const shown = { [severity.id]: [major], [tester.id]: [ada.user_id], [effort.id]: 2.5 }
    const [crash, ...more] = await itemsOn(reader)
    expect(more).toEqual([])
    expect(crash).toMatchObject({ name: 'crash', property_values: shown })
    const at = { params: { id: crash?.id ?? '' } }
    expect((await reader.call(site.item, at)).property_values).toEqual(shown)
    const answers = await Promise.all([
      ...[site.settings, site.properties, site.items, site.members].map((one) => reader.call(one)),
      reader.call(site.item, at),
      reader.call(site.activities, at).catch(() => undefined),
    ])
    const text = JSON.stringify(answers)
    for (const secret of ['hush', 'psst', 'Customer', 'Caused by', cause.id, mia.user_id]) {
      expect(text, secret).not.toContain(secret)
    }

    // Nor do filters, orders, groups and queries of visitors tell what it does not display.
    for (const query of [
      ...[`${propertyField(customer)}=nothing`, `order_by=-${propertyField(customer)}`],
      ...[`pql=${encodeURIComponent('[Customer] = nothing')}`, `group_by=${propertyField(effort)}`],
    ]) {
      const url = `/api/public/anchor/${anchor}/issues/?${query}`
      const { results } = (await app.inject({ url })).json()
      expect(results, query).toMatchObject([{ name: 'crash' }])
    }

    await ada.call(viewsApi.change, { params, body: { display_properties: { own: [] } } })
    expect(await reader.call(site.properties)).toEqual([])
    expect(await itemsOn(reader)).toMatchObject([{ name: 'crash', property_values: {} }])
  })

  it('are those of the default display of a published project, while it uses types', async () => {
    const { ada, severity, minor, major } = await furnished()
    const { reader } = await publishedBy(ada)
    const values = async () => (await itemsOn(reader)).map((item) => item.property_values)
    expect(await reader.call(site.properties)).toEqual([])
    expect(await values()).toEqual([{}, {}])
    const display = { display_filters: {}, display_properties: { own: [severity.id] } }
    await ada.call(projectMembersApi.saveDisplay, { body: display })
    expect(await reader.call(site.properties)).toMatchObject([{ name: 'Severity' }])
    expect(await values()).toEqual([{ [severity.id]: [minor] }, { [severity.id]: [major] }])
    await ada.call(projectsApi.change, { body: { is_issue_type_enabled: false } })
    expect(await reader.call(site.properties)).toEqual([])
    expect(await values()).toEqual([{}, {}])
  })
})

describe('a visitor’s comments', () => {
  const say = (client: Client, id: string, comment_html: string) =>
    client.call(discussion.addComment, { params: { id }, body: { comment_html } })

  // @cap:publishing.comments
  it('are added, changed and deleted by who wrote them, where the board allows it', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { reader, visitor, board_id } = await publishedBy(ada, everything)
    const other = (await person('otto')).at(visitor.place)
    const params = { id }
    expect(await reader.attempt(discussion.addComment, { params, body: {} })).toEqual(signedOut)

    const said = await say(visitor, id, '<p>Nice<script>steal()</script></p>')
    expect(said).toMatchObject({
      comment_html: '<p>Nice</p>',
      access: 'EXTERNAL',
      actor: visitor.user_id,
      actor_detail: { display_name: 'vic' },
      is_member: false,
    })
    expect(await reader.call(discussion.comments, { params })).toMatchObject([{ id: said.id }])
    expect(await ada.call(commentsApi.list, { params })).toMatchObject([{ id: said.id }])
    expect(await historyOf(db, id)).toContainEqual(
      expect.objectContaining({ verb: 'created', field: 'comment' }),
    )
    const { rows } = await sql`
      select from project_public_members
      where project_id = ${ada.place.project_id} and user_id = ${visitor.user_id}`.execute(db)
    expect(rows).toHaveLength(1)

    const at = { params: { id, comment_id: said.id } }
    const patch = { ...at, body: { comment_html: '<p>Nicer</p>', access: 'INTERNAL' } }
    expect(await other.attempt(discussion.changeComment, patch)).toEqual(missing)
    expect(await other.attempt(discussion.removeComment, at)).toEqual(missing)
    expect(await visitor.call(discussion.changeComment, patch)).toMatchObject({
      ...{ comment_html: '<p>Nicer</p>', access: 'EXTERNAL', edited_at: expect.any(String) },
    })

    const off = { status: 400, body: { error: 'Comments are not enabled for this project' } }
    const flags = { params: { id: board_id }, body: { is_comments_enabled: false } }
    await ada.call(boards.change, flags)
    expect(await reader.call(discussion.comments, { params })).toEqual([])
    expect(await visitor.attempt(discussion.addComment, { params, body: {} })).toEqual(off)
    expect(await visitor.attempt(discussion.changeComment, patch)).toEqual(off)
    expect(await visitor.attempt(discussion.removeComment, at)).toEqual(off)
    await ada.call(boards.change, { ...flags, body: { is_comments_enabled: true } })

    await visitor.call(discussion.removeComment, at)
    expect(await reader.call(discussion.comments, { params })).toEqual([])
  })

  // @cap:security.json-limits
  it('are refused when they are too deep or too large, and nothing of the item breaks', async () => {
    const { ada } = await projectOf('ada')
    const { visitor, reader } = await publishedBy(ada, everything)
    const { id } = await addItem(ada, 'Fix the bridge')
    const params = { id }
    const said = await say(visitor, id, '<p>Nice</p>')
    const nested = (depth: number) => JSON.parse('{"a":'.repeat(depth) + 1 + '}'.repeat(depth))
    const hostile = [
      { comment_json: nested(2_000) },
      { comment_json: nested(460) },
      { comment_json: { text: 'x'.repeat(1_100_000) } },
      { comment_json: Object.fromEntries(Array.from({ length: 110_000 }, (_, n) => [`k${n}`, 1])) },
      { comment_html: '<b>'.repeat(100_000) },
    ]
    for (const body of hostile) {
      const spent = startCpuTimer()
      const written = { comment_html: '<p>Nicer</p>', ...body }
      const added = await visitor.attempt(discussion.addComment, { params, body: written })
      const at = { params: { id, comment_id: said.id }, body: written }
      const changed = await visitor.attempt(discussion.changeComment, at)
      expect([added.status, changed.status]).toEqual([400, 400])
      expect(spent()).toBeLessThan(2 * SOON)
    }
    expect(await reader.call(discussion.comments, { params })).toEqual([
      expect.objectContaining({ id: said.id, comment_html: '<p>Nice</p>' }),
    ])
    expect(await ada.call(commentsApi.list, { params })).toHaveLength(1)
  })

  // @cap:comments.access
  it('stand beside those a member made public, and no others', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { id } = await addItem(ada, 'map')
    const { reader, visitor } = await publishedBy(ada, everything)
    const params = { id }
    const inside = await ada.call(commentsApi.create, {
      params,
      body: { comment_html: '<p>For us</p>' },
    })
    expect(inside.access).toBe('INTERNAL')
    expect(await reader.call(discussion.comments, { params })).toEqual([])
    const at = { params: { id, comment_id: inside.id } }
    expect(await reader.attempt(discussion.comment, at)).toEqual(missing)
    const reaction = { params: { comment_id: inside.id }, body: { reaction: '128077' } }
    expect(await visitor.attempt(discussion.reactToComment, reaction)).toEqual(missing)
    expect(await visitor.attempt(discussion.removeComment, at)).toEqual(missing)

    await ada.call(commentsApi.change, { ...at, body: { access: 'EXTERNAL' } })
    expect(await reader.call(discussion.comment, at)).toMatchObject({
      comment_html: '<p>For us</p>',
    })
    await visitor.call(discussion.reactToComment, reaction)
    expect(await reader.call(discussion.comments, { params })).toMatchObject([
      { comment_reactions: [{ reaction: '128077', actor: visitor.user_id }] },
    ])
    await ada.call(commentsApi.change, { ...at, body: { access: 'INTERNAL' } })
    expect(await reader.call(discussion.comments, { params })).toEqual([])

    const members = gus.at(visitor.place)
    expect(await say(members, id, '<p>From the site</p>')).toMatchObject({ is_member: true })
  })

  it('bring no news of the project to who is not in it', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { visitor } = await publishedBy(ada, everything)
    await say(visitor, id, '<p>Nice</p>')
    expect(await visitor.at(ada.place).attempt(projectsApi.get)).toMatchObject({ status: 403 })
    const { rows } = await sql`
      select from notifications where receiver_id = ${visitor.user_id}`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('a visitor’s reactions and votes', () => {
  // @cap:publishing.reactions-and-votes
  it('count once each, change and go, where the board allows it', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { reader, visitor, board_id } = await publishedBy(ada, everything)
    const params = { id }
    for (const call of [discussion.vote, discussion.react]) {
      expect(await reader.attempt(call, { params, body: { reaction: 'x' } })).toEqual(signedOut)
    }

    const up = await visitor.call(discussion.vote, { params, body: {} })
    expect(up).toMatchObject({ issue: id, vote: 1, actor: visitor.user_id })
    expect(await visitor.call(discussion.vote, { params, body: { vote: -1 } })).toMatchObject({
      ...{ id: up.id, vote: -1 },
    })
    expect(await visitor.attempt(discussion.vote, { params, body: { vote: 7 } })).toEqual({
      status: 400,
      body: { vote: ['"7" is not a valid choice.'] },
    })
    const votes = Array.from({ length: 6 }, () =>
      visitor.call(discussion.vote, { params, body: {} }),
    )
    await Promise.all(votes)
    expect(await reader.call(discussion.votes, { params })).toMatchObject([{ vote: 1 }])

    await visitor.call(discussion.react, { params, body: { reaction: '128077' } })
    expect(
      await visitor.attempt(discussion.react, { params, body: { reaction: '128077' } }),
    ).toEqual({
      status: 400,
      body: { error: 'The payload is not valid' },
    })
    expect(await itemsOn(reader)).toMatchObject([
      {
        vote_items: [{ vote: 1, actor_details: { id: visitor.user_id, display_name: 'vic' } }],
        reaction_items: [{ reaction: '128077', actor_details: { id: visitor.user_id } }],
      },
    ])
    expect(await historyOf(db, id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ verb: 'updated', field: 'vote', new_value: '-1' }),
        expect.objectContaining({ verb: 'created', field: 'reaction', new_value: '128077' }),
      ]),
    )

    const back = { params: { id, reaction: '128077' } }
    const other = (await person('otto')).at(visitor.place)
    expect(await other.attempt(discussion.takeBack, back)).toEqual(missing)
    expect(await other.attempt(discussion.withdrawVote, { params })).toEqual(missing)

    const flags = { is_reactions_enabled: false, is_votes_enabled: false }
    await ada.call(boards.change, { params: { id: board_id }, body: flags })
    expect(await reader.call(discussion.votes, { params })).toEqual([])
    expect(await reader.call(discussion.reactions, { params })).toEqual([])
    expect(await itemsOn(reader)).toMatchObject([{ vote_items: [], reaction_items: [] }])
    const off = (what: string) => ({
      status: 400,
      body: { error: `${what} are not enabled for this project board` },
    })
    expect(await visitor.attempt(discussion.vote, { params, body: {} })).toEqual(off('Votes'))
    expect(await visitor.attempt(discussion.takeBack, back)).toEqual(off('Reactions'))
    await ada.call(boards.change, { params: { id: board_id }, body: everything })

    await visitor.call(discussion.takeBack, back)
    await visitor.call(discussion.withdrawVote, { params })
    expect(await itemsOn(reader)).toMatchObject([{ vote_items: [], reaction_items: [] }])
    expect(await visitor.attempt(discussion.withdrawVote, { params })).toEqual(missing)
  })

  it('move with their item', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { visitor } = await publishedBy(ada, everything)
    await visitor.call(discussion.vote, { params: { id }, body: {} })
    const body = { name: 'Huts', identifier: 'HUT' }
    const huts = await ada.call(projectsApi.create, { body })
    await ada.call(workItemsApi.move, { params: { id }, body: { project_id: huts.id } })
    expect(await visitor.attempt(discussion.votes, { params: { id } })).toEqual(missing)
    const there = ada.at({ project_id: huts.id })
    const { reader } = await publishedBy(there, everything)
    expect(await reader.call(discussion.votes, { params: { id } })).toMatchObject([{ vote: 1 }])
  })
})

describe('a visitor’s requests', () => {
  const newRequest = (name: string, more = {}) => ({ body: { issue: { name, ...more } } })

  // @cap:publishing.public-intake
  it('are submitted, changed and deleted by who made them, and seen by nobody else', async () => {
    const { ada } = await projectOf('ada')
    await openIntake(ada)
    const intake = await ada.call(intakesApi.first)
    const { visitor: bare, board_id } = await publishedBy(ada)
    const visitor = bare.at({ intake_id: intake.id })
    const other = (await person('otto')).at(visitor.place)
    const off = { status: 400, body: { error: 'Intake is not enabled for this Project Board' } }
    expect(await visitor.attempt(requests.create, newRequest('A bench'))).toEqual(off)
    expect(await visitor.attempt(requests.list)).toEqual(off)

    await ada.call(boards.change, { params: { id: board_id }, body: { intake: intake.id } })
    expect(await stranger.at(visitor.place).attempt(requests.list)).toEqual(signedOut)
    expect(await visitor.attempt(requests.create, newRequest(' '))).toEqual({
      status: 400,
      body: { error: 'Name is required' },
    })
    expect(
      await visitor.attempt(requests.create, newRequest('A bench', { priority: 'soon' })),
    ).toEqual({ status: 400, body: { error: 'Invalid priority' } })
    const assignee_ids = [ada.user_id]
    const made = await visitor.call(requests.create, newRequest('A bench', { assignee_ids }))
    expect(made).toMatchObject({
      ...{ name: 'A bench', priority: 'low', assignee_ids: [], created_by: visitor.user_id },
      ...{ state_detail: { group: 'triage' }, project_detail: { identifier: 'TRAIL' } },
      ...{ label_details: [], assignee_details: [] },
      issue_intake: [{ status: -2, source: 'IN_APP', snoozed_till: null }],
    })
    const id = made.issue_intake[0]?.id ?? ''
    const params = { id }
    expect(await visitor.call(requests.list)).toEqual([made])
    expect(await visitor.call(publicIntakeAliasApi.get, { params })).toEqual(made)
    expect(await other.call(requests.list)).toEqual([])
    expect(await other.attempt(requests.get, { params })).toEqual(missing)
    const waiting = await ada.call(intakeItemsApi.list)
    expect(waiting.results).toMatchObject([{ issue: { name: 'A bench' } }])

    for (const hostile of [
      { description_html: '<b>'.repeat(100_000) },
      { priority: JSON.parse('{"a":'.repeat(400) + 1 + '}'.repeat(400)) },
      { description_json: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) },
      { name: 'x'.repeat(1_000_000) },
    ]) {
      const tried = await visitor.attempt(requests.create, newRequest('A bench', hostile))
      expect(tried.status, Object.keys(hostile)[0]).toBe(400)
    }
    expect(await visitor.call(requests.list)).toEqual([made])

    const patch = { params, ...newRequest('A longer bench', { priority: 'urgent' }) }
    expect(await other.attempt(requests.change, patch)).toEqual({
      status: 400,
      body: { error: 'You cannot edit intake issues' },
    })
    expect(await visitor.call(requests.change, patch)).toMatchObject({
      ...{ name: 'A longer bench', priority: 'low' },
    })
    expect(await other.attempt(requests.remove, { params })).toEqual({
      status: 400,
      body: { error: 'You cannot delete intake issue' },
    })
    await visitor.call(requests.remove, { params })
    expect(await visitor.call(requests.list)).toEqual([])
    expect(await visitor.attempt(requests.remove, { params })).toEqual(missing)
    const elsewhere = visitor.at({ intake_id: nobody })
    expect(await elsewhere.attempt(requests.list)).toEqual(missing)
  })
})

describe('pictures', () => {
  const at = (reader: Client, id: string) =>
    fetchFile(reader, `/api/public/assets/v2/anchor/${reader.place.anchor}/${id}/`)

  it('are shown where their text is', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { reader } = await publishedBy(ada, everything)
    const inText = await share(ada, 'ISSUE_DESCRIPTION', { entity_identifier: id, inProject: true })
    expect(await at(reader, inText)).toMatchObject({ status: 200 })
    const loose = await share(ada, 'ISSUE_DESCRIPTION', { inProject: true })
    expect(await at(reader, loose)).toMatchObject({ status: 404 })
    const cover = await share(ada, 'PROJECT_COVER', { inProject: true })
    expect(await at(reader, cover)).toMatchObject({ status: 404 })

    const said = await ada.call(commentsApi.create, { params: { id }, body: {} })
    const inComment = await share(ada, 'COMMENT_DESCRIPTION', {
      ...{ entity_identifier: said.id, inProject: true },
    })
    expect(await at(reader, inComment)).toMatchObject({ status: 404 })
    await ada.call(commentsApi.change, {
      params: { id, comment_id: said.id },
      body: { access: 'EXTERNAL' },
    })
    expect(await at(reader, inComment)).toMatchObject({ status: 200 })

    await ada.call(workItemsApi.remove, { params: { id } })
    expect(await at(reader, inText)).toMatchObject({ status: 404 })
    expect(await at(reader, inComment)).toMatchObject({ status: 404 })
  })

  it('are uploaded for comments by who writes them', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'map')
    const { reader, visitor } = await publishedBy(ada, everything)
    const other = (await person('otto')).at(visitor.place)
    const body = picture('COMMENT_DESCRIPTION')
    expect(await reader.attempt(publicAssetsApi.create, { body })).toEqual(signedOut)
    for (const entity_type of ['ISSUE_DESCRIPTION', 'PROJECT_COVER', undefined]) {
      const wrong = { body: { ...body, entity_type } as typeof body }
      expect(await visitor.attempt(publicAssetsApi.create, wrong)).toMatchObject({ status: 400 })
    }
    const target = await visitor.call(publicAssetsApi.create, { body })
    await send(app, target, Buffer.from('not a picture')).then(({ status }) =>
      expect(status).toBe(400),
    )
    await send(app, target, png)
    const params = { id: target.asset_id }
    expect(await other.attempt(publicAssetsApi.complete, { params, body: {} })).toEqual(missing)
    await visitor.call(publicAssetsApi.complete, { params, body: {} })
    expect(await at(visitor, target.asset_id)).toMatchObject({ status: 200 })
    expect(await at(reader, target.asset_id)).toMatchObject({ status: 404 })

    const said = await visitor.call(discussion.addComment, { params: { id }, body: {} })
    const bind = (client: Client, asset_ids: string[]) =>
      client.attempt(publicAssetsApi.bind, { params: { entity_id: said.id }, body: { asset_ids } })
    expect(await bind(visitor, [])).toEqual({
      status: 400,
      body: { error: 'No asset ids provided.' },
    })
    expect(await bind(other, [target.asset_id])).toEqual(missing)
    expect(await bind(visitor, [nobody])).toMatchObject({ status: 404 })
    expect(await bind(visitor, [target.asset_id])).toMatchObject({ status: 204 })
    expect(await at(reader, target.asset_id)).toMatchObject({ status: 200 })

    expect(await other.attempt(publicAssetsApi.remove, { params })).toEqual(missing)
    await visitor.call(publicAssetsApi.remove, { params })
    expect(await at(reader, target.asset_id)).toMatchObject({ status: 404 })
    await visitor.call(publicAssetsApi.restore, { params })
    expect(await at(reader, target.asset_id)).toMatchObject({ status: 200 })
  })
})

it('nobody writes without end', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'map')
  const { visitor } = await publishedBy(ada, everything)
  const tries = Array.from({ length: 61 }, () =>
    visitor.attempt(discussion.vote, { params: { id }, body: { vote: 0 } }),
  )
  const answers = (await Promise.all(tries)).map(({ status }) => status)
  expect(answers.filter((status) => status === 429)).toHaveLength(1)
})

describe('what became of an item', () => {
  it('is told where the board allows it: no words, no other items, no e-mail', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'Hut')
    const params = { id }
    const label = await addLabel(ada, 'Maps')
    const other = await addItem(ada, 'Other')
    await ada.call(workItemsApi.change, { params, body: { name: 'Cabin', label_ids: [label] } })
    await ada.call(workItemsApi.change, { params, body: { parent_id: other.id } })
    await ada.call(workItemsApi.change, { params, body: { description_html: '<p>inside</p>' } })
    for (const access of ['INTERNAL', 'EXTERNAL'] as const) {
      const body = { comment_html: '<p>said</p>', access }
      await ada.call(commentsApi.create, { params, body })
    }
    const { reader, board_id } = await publishedBy(ada, { is_activity_enabled: true })
    const answers = await reader.call(site.activities, { params })
    expect(answers.map(({ verb, field, new_value }) => [verb, field, new_value])).toEqual([
      ...[['created', null, null]],
      ...[['updated', 'name', 'Cabin']],
      ...[[expect.any(String), 'labels', 'Maps']],
    ])
    expect(answers[0]?.actor_detail).toMatchObject({ id: ada.user_id })
    expect(JSON.stringify(answers)).not.toContain('@')
    expect(JSON.stringify(answers)).not.toMatch(/said|inside|TRAIL-2/)
    expect(await reader.attempt(site.activities, { params: { id: nobody } })).toEqual(missing)

    const body = { is_activity_enabled: false }
    await ada.call(boards.change, { params: { id: board_id }, body })
    expect(await reader.attempt(site.activities, { params })).toEqual({
      status: 400,
      body: { error: 'Activity is not enabled for this project board' },
    })
  })
})
