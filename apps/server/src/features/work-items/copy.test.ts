import {
  ADMIN,
  cyclesApi,
  draftsApi,
  epicsApi,
  estimatesApi,
  GUEST,
  intakeItemsApi,
  labelsApi,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  type PropertyValues,
  priorities,
  projectMembersApi,
  projectsApi,
  propertyField,
  type Role,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import {
  type Asker,
  COPY_VERSION,
  type CopyDatabase,
  FeedRefused,
  feedOf,
  isUsable,
  type ProjectStatus,
  type Question,
  WorkItemCopy,
} from '@cairn/work-item-query/copy'
import { nodeDatabase, randomParams } from '@cairn/work-item-query/test-kit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addProperty, newOptions, optionOf, typesOf } from './test-kit/properties.ts'

const { app, projectOf, database } = await testServer()

const askerOf = ({ user_id }: Client, role: Role, sees_only_own = false): Asker => ({
  ...{ user_id, role, sees_only_own },
  timezone: 'UTC',
})

/** The requested URLs, in order. */
interface Reading {
  asked: string[]
  /** Called before the server is; its errors are passed on. */
  before: (url: string) => unknown
}

/** A user's browser: its local copy is loaded over HTTP, as in production. */
function browserOf(client: Client, asker: Asker, db = nodeDatabase()) {
  const reading: Reading = { asked: [], before: () => undefined }
  const get = async (url: string) => {
    reading.asked.push(url)
    await reading.before(url)
    const response = await app.inject({ method: 'GET', url, cookies: client.cookies })
    if (response.statusCode >= 400) throw new FeedRefused(response.statusCode)
    return response.json()
  }
  const changed: string[] = []
  const statuses: ProjectStatus[] = []
  const copy = new WorkItemCopy(db, feedOf(get, client.place.slug ?? ''), client.user_id, {
    onChanged: (id) => changed.push(id),
    onStatus: (_, status) => statuses.push(status),
  })
  const project_id = client.place.project_id ?? ''
  return {
    ...{ copy, db, reading, changed, statuses },
    sync: () => copy.open(project_id, asker),
    answer: (params: Question['params'], within: Partial<Question> = {}) =>
      copy.answer({ project_id, params, ...within }, asker),
    ids: () => db.all<{ id: string }>('select id from issues').map(({ id }) => id),
  }
}

type Browser = ReturnType<typeof browserOf>

/** Users, and a project with data for every list option. */
async function furnished() {
  const people = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
  const { ada, bob, gus } = people
  const states = await ada.call(statesApi.list)
  const named = ['Ärger', 'alpha', 'Zebra']
  const labels = await Promise.all(
    named.map((name) => ada.call(labelsApi.create, { body: { name, color: '#000' } })),
  )
  const modules = await Promise.all(
    named.slice(1).map((name) => ada.call(modulesApi.create, { body: { name } })),
  )
  const cycles = await Promise.all(
    named.slice(1).map((name) => ada.call(cyclesApi.create, { body: { name } })),
  )
  const { points } = await ada.call(estimatesApi.create, {
    body: {
      estimate: { name: 'Sizes', type: 'points' },
      estimate_points: ['1', '2', '3'].map((value, key) => ({ key, value })),
    },
  })
  await ada.call(projectsApi.change, { body: { estimate: points[0]?.estimate } })
  const items: { id: string }[] = []
  for (let n = 0; n < 45; n++) {
    const day = (k: number) => `2026-11-${String(1 + ((n * k) % 27)).padStart(2, '0')}`
    const person = [ada, bob, gus][n % 3] as Client
    const body = {
      name: `${named[n % 3]} ${n % 7}`,
      priority: priorities[n % 5],
      state_id: states[n % states.length]?.id,
      label_ids: labels.filter((_, k) => (n + k) % 3 === 0).map(({ id }) => id),
      assignee_ids: [ada, bob].filter((_, k) => (n >> k) % 2 === 0).map(({ user_id }) => user_id),
      estimate_point: n % 4 === 0 ? (points[n % 3]?.id ?? null) : null,
      parent_id: n % 6 === 5 ? items[n >> 1]?.id : null,
      ...(n % 2 === 0 && { target_date: day(5) }),
      plan: {
        cycle_id: n % 3 === 0 ? cycles[n % 2]?.id : null,
        module_ids: modules.filter((_, k) => (n + k) % 4 === 0).map(({ id }) => id),
      },
    }
    items.push(await ada.call(workItemsApi.create, { body }))
    await sql`update work_items set created_by = ${person.user_id}
      where id = ${items[n]?.id}`.execute(database.db)
  }
  // Kinds, with the numbers used in the random queries.
  const ids: Record<string, readonly { id: string }[]> = {
    ...{ 1: states, 2: labels, 3: modules, 4: cycles, 7: points, 8: items },
    5: [ada, bob].map(({ user_id: id }) => ({ id })),
    9: [{ id: ada.place.project_id ?? '' }],
  }
  const ownIds = (text: string) =>
    text.replace(
      /(\d)\1{7}-0000-4000-8000-0{11}(\d)/g,
      (id, kind: string, n: string) => ids[kind]?.[Number(n)]?.id ?? id,
    )
  return { ...people, states, labels, modules, cycles, points, items, ownIds }
}

type Furnished = Awaited<ReturnType<typeof furnished>>

interface CopySource {
  of: 'project' | 'cycle' | 'module'
  id?: string
}

function fromServer(client: Client, { of, id = '' }: CopySource, query: Record<string, string>) {
  if (of === 'cycle') return client.attempt(cyclesApi.items, { params: { id }, query })
  if (of === 'module') return client.attempt(modulesApi.items, { params: { id }, query })
  return client.attempt(lists.project, { query })
}

/** Compares the local copy with the server; returns how many queries the copy answered. */
async function compare(
  client: Client,
  browser: Browser,
  { cycles, modules }: Pick<Furnished, 'cycles' | 'modules'>,
  addresses: readonly Record<string, string>[],
) {
  let answered = 0
  for (const [n, params] of addresses.entries()) {
    const place = [
      { of: 'project' } as const,
      { of: 'project' } as const,
      { of: 'cycle', id: cycles[0]?.id ?? '' } as const,
      { of: 'module', id: modules[0]?.id ?? '' } as const,
    ][n % 4] as CopySource
    const within = place.of === 'project' ? {} : { [`${place.of}_id`]: place.id }
    const ours = await browser.answer(params, within)
    if (!ours) continue
    answered += 1
    const theirs = await fromServer(client, place, params)
    expect(ours, JSON.stringify({ place, params })).toEqual(theirs.body)
  }
  return answered
}

const readable = (ownIds: Furnished['ownIds']) =>
  randomParams.map((params) => {
    const pairs = Object.entries(params).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, ownIds(value)] as const],
    )
    return Object.fromEntries(pairs)
  })

const orders = ['name', 'state__name', 'labels__name', 'assignees__first_name', 'priority']
const plans = ['issue_module__module__name', '-issue_cycle__cycle__name', 'estimate_point__key']
const groups = ['state_id', 'state__group', 'labels__id', 'assignees__id', 'cycle_id']

/** Common queries, for each place with lists. */
const usual = [
  ...[...orders, ...plans].map((order_by) => ({ order_by, per_page: '100' })),
  ...groups.map((group_by) => ({
    group_by,
    sub_group_by: 'priority',
    order_by: '-sub_issues_count',
  })),
].flatMap((params: Record<string, string>) => [params, params, params, params])

describe('a copy that came over the feed', () => {
  // @cap:local-cache.same-answers
  it('answers any address as the server does, to members and to guests', async () => {
    const world = await furnished()
    const { ada, gus, ownIds } = world
    const readers = [
      [ada, askerOf(ada, ADMIN)],
      [gus, askerOf(gus, GUEST, true)],
    ] as const
    for (const [client, asker] of readers) {
      const browser = browserOf(client, asker)
      await browser.sync()
      expect(browser.ids().length).toBe(client === gus ? 15 : 45)
      let answered = 0
      const some = fc.array(readable(ownIds), { minLength: 100, maxLength: 100 })
      await fc.assert(
        fc.asyncProperty(some, async (addresses) => {
          answered += await compare(client, browser, world, addresses)
        }),
        { numRuns: 3, endOnFailure: true },
      )
      expect(answered).toBeGreaterThan(100)
      expect(await compare(client, browser, world, usual)).toBeGreaterThan(usual.length / 2)
    }
  }, 300_000)

  // @cap:local-cache.deletions-and-archives
  it('is right again after the next sync, or at once where it hears the events', async () => {
    const world = await furnished()
    const { ada, bob, items, labels, modules, cycles, states } = world
    const asker = askerOf(ada, ADMIN)
    const [closed, listening] = [browserOf(ada, asker), browserOf(ada, asker)]
    await Promise.all([closed.sync(), listening.sync()])
    const id = (n: number) => ({ params: { id: items[n]?.id ?? '' } })
    const done = states.find(({ group }) => group === 'completed')
    const actions: (() => Promise<unknown>)[] = [
      () =>
        ada.call(workItemsApi.change, { ...id(0), body: { name: 'Renamed', priority: 'urgent' } }),
      () => ada.call(workItemsApi.change, { ...id(1), body: { parent_id: items[2]?.id ?? null } }),
      () => ada.call(workItemsApi.remove, id(3)),
      () => ada.call(workItemsApi.change, { ...id(4), body: { state_id: done?.id ?? '' } }),
      () => ada.call(workItemsApi.archive, id(4)),
      () =>
        ada.call(workItemsApi.create, { body: { name: 'New', parent_id: items[6]?.id ?? null } }),
      () =>
        ada.call(labelsApi.change, {
          params: { id: labels[0]?.id ?? '' },
          body: { name: 'omega' },
        }),
      () => ada.call(labelsApi.remove, { params: { id: labels[1]?.id ?? '' } }),
      () =>
        ada.call(statesApi.change, {
          params: { id: states[1]?.id ?? '' },
          body: { group: 'started' },
        }),
      () => ada.call(modulesApi.remove, { params: { id: modules[1]?.id ?? '' } }),
      () => ada.call(cyclesApi.remove, { params: { id: cycles[1]?.id ?? '' } }),
      () =>
        ada.call(workItemsApi.bulkChange, {
          body: {
            issue_ids: items.slice(7, 20).map((one) => one.id),
            properties: { priority: 'low' },
          },
        }),
      () => bob.call(projectMembersApi.leave),
    ]
    for (const [n, action] of actions.entries()) {
      for (const event of await ada.eventsOf(action)) await listening.copy.hear(event)
      const some = usual.filter((_, k) => (n + k) % 5 === 0)
      expect(await compare(ada, listening, world, some)).toBeGreaterThan(0)
    }
    expect(await compare(ada, listening, world, usual)).toBeGreaterThan(usual.length / 2)
    const reopened = browserOf(ada, asker, closed.db)
    await reopened.sync()
    expect(reopened.changed).toEqual([ada.place.project_id])
    expect(await compare(ada, reopened, world, usual)).toBeGreaterThan(usual.length / 2)
    expect(reopened.ids().toSorted()).toEqual(listening.ids().toSorted())
    for (const gone of [3, 4]) expect(reopened.ids()).not.toContain(items[gone]?.id)
  }, 300_000)
})

async function manyItems(client: Client, count: number) {
  const { id } = await client.call(workItemsApi.create, { body: { name: 'One' } })
  await sql`
    insert into work_items (workspace_id, project_id, state_id, name, sequence_id, sort_order,
      created_by, created_at, updated_at)
    select workspace_id, project_id, state_id, name || n, n, n, created_by, created_at,
      updated_at - n * interval '1 minute'
    from work_items, generate_series(2, ${count}::int) n where id = ${id}`.execute(database.db)
  await sql`update work_item_numbers set last_number = ${count}
    where project_id = ${client.place.project_id}`.execute(database.db)
  return id
}

const feedPages = ({ asked }: Reading) => asked.filter((url) => /v2\/issues.*cursor=500/.test(url))

describe('a sync', () => {
  // @cap:local-cache.first-and-later-sync
  it('loads all in pages of 500, later only what changed or has gone', async () => {
    const { ada } = await projectOf('ada')
    const first = await manyItems(ada, 1_203)
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    expect(feedPages(browser.reading)).toHaveLength(3)
    expect(browser.statuses).toEqual(['loading', 'ready'])
    expect(browser.ids()).toHaveLength(1_203)
    expect(await browser.answer({ per_page: '1' })).toMatchObject({ total_count: 1_203 })

    const { id } = await ada.call(workItemsApi.create, { body: { name: 'Later' } })
    await ada.call(workItemsApi.remove, { params: { id: first } })
    browser.reading.asked.length = 0
    browser.statuses.length = 0
    await browser.sync()
    expect(feedPages(browser.reading)).toHaveLength(1)
    expect(feedPages(browser.reading)[0]).toContain('updated_at__gt')
    expect(browser.reading.asked.some((url) => url.includes('deleted-issues'))).toBe(true)
    expect(browser.statuses).toEqual(['syncing', 'ready'])
    expect(browser.ids()).toContain(id)
    expect(browser.ids()).not.toContain(first)
  })

  it('leaves everything as it was when a page fails, and begins anew after three failures', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(workItemsApi.create, { body: { name: 'Kept' } })
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    const retained = browser.ids()
    await ada.call(workItemsApi.create, { body: { name: 'New' } })
    browser.reading.before = (url) => {
      if (url.includes('deleted-issues')) throw new Error('The network is gone.')
    }
    for (const expected of [retained, retained, []]) {
      await browser.sync()
      expect(browser.statuses.at(-1)).toBe('error')
      expect(browser.ids()).toEqual(expected)
      expect(await browser.answer({})).toBeUndefined()
    }
    browser.reading.before = () => undefined
    await browser.sync()
    expect(browser.statuses.slice(-2)).toEqual(['loading', 'ready'])
    expect(browser.ids()).toHaveLength(2)
  })

  it('is not undone by pages that were on their way when something happened', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'Old' } })
    const other = await ada.call(workItemsApi.create, { body: { name: 'Gone' } })
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    let isFirst = true
    const change = () => ada.call(workItemsApi.change, { params: { id }, body: { name: 'New' } })
    const remove = () => ada.call(workItemsApi.remove, { params: { id: other.id } })
    const events = [...(await ada.eventsOf(change)), ...(await ada.eventsOf(remove))]
    browser.reading.before = async (url) => {
      if (!isFirst || !url.includes('deleted-issues')) return
      isFirst = false
      for (const event of events) await browser.copy.hear(event)
    }
    await browser.sync()
    expect(await browser.answer({})).toMatchObject({ results: [{ id, name: 'New' }] })
  })

  // @cap:local-cache.version-rebuild
  it('a database of another version, or of somebody else, is of no use', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    const { db } = browserOf(ada, askerOf(ada, ADMIN))
    expect(isUsable(db, ada.user_id)).toBe(true)
    expect(isUsable(db, bob.user_id)).toBe(false)
    db.exec(`update options set value = '1.3' where key = 'DB_VERSION'`)
    expect(isUsable(db, ada.user_id)).toBe(false)
    expect(COPY_VERSION).toBe('1.4')
  })

  // @cap:local-cache.several-tabs
  it('is kept waiting by a marker of another that is at it, for five seconds at most', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(workItemsApi.create, { body: { name: 'One' } })
    for (const age of [4_900, 60_000]) {
      const browser = browserOf(ada, askerOf(ada, ADMIN))
      browser.db.all('insert into options (key, value) values (?, ?)', [
        ...['sync_workspace', String(Date.now() - age)],
      ])
      await browser.sync()
      expect(await browser.answer({})).toMatchObject({ total_count: 1 })
    }
  })
})

it('where there is no room it lets go of what was opened the longest ago, then of itself', async () => {
  const { ada } = await projectOf('ada')
  const asker = askerOf(ada, ADMIN)
  const body = { name: 'Huts', identifier: 'HUTS' }
  const { id: second } = await ada.call(projectsApi.create, { body })
  await ada.call(workItemsApi.create, { body: { name: 'First' } })
  await ada.at({ project_id: second }).call(workItemsApi.create, { body: { name: 'Second' } })
  const db = nodeDatabase()
  let room = 1
  const small: CopyDatabase = {
    exec: db.exec,
    all: (text, values) => {
      const isInsert = text.startsWith('insert or replace into issues')
      if (isInsert && db.all('select 1 from issues').length >= room) {
        throw new Error('database or disk is full')
      }
      return db.all(text, values)
    },
  }
  const browser = browserOf(ada, asker, small)
  await browser.sync()
  await browser.copy.open(second, asker)
  expect(db.all('select name from issues')).toEqual([{ name: 'Second' }])
  expect(await browser.answer({})).toBeUndefined()

  room = 0
  await ada.at({ project_id: second }).call(workItemsApi.create, { body: { name: 'Third' } })
  await browser.copy.open(second, asker)
  const question = { project_id: second, params: {} }
  expect(await browser.copy.answer(question, asker)).toBeUndefined()
})

it('items to choose from are found by name or number, those one may see', async () => {
  const { ada, gus } = await projectOf('ada', ['gus', GUEST])
  for (const name of ['Ärger im Tal', 'Hut 3', 'ärgerlich']) {
    await ada.call(workItemsApi.create, { body: { name } })
  }
  const his = await ada.call(workItemsApi.create, { body: { name: 'Ärger mit Gus' } })
  await sql`update work_items set created_by = ${gus.user_id} where id = ${his.id}`.execute(
    database.db,
  )
  const project_id = ada.place.project_id ?? ''
  const asker = askerOf(ada, ADMIN)
  const browser = browserOf(ada, asker)
  expect(browser.copy.find(project_id, 'ärger', asker)).toBeUndefined()
  await browser.sync()
  const names = (text: string) =>
    browser.copy.find(project_id, text, asker)?.map(({ name }) => name)
  expect(names('ÄRGER')).toEqual(['Ärger mit Gus', 'ärgerlich', 'Ärger im Tal'])
  expect(names('TRAIL-3')).toEqual(['ärgerlich'])
  expect(names('3')).toEqual(['ärgerlich', 'Hut 3'])
  expect(names('%')).toEqual([])
  expect(names('')).toHaveLength(4)

  const own = askerOf(gus, GUEST, true)
  const guest = browserOf(gus, own)
  await guest.sync()
  const found = guest.copy.find(project_id, 'ärger', own)
  expect(found?.map(({ name }) => name)).toEqual(['Ärger mit Gus'])
  expect(guest.copy.find(project_id, '', askerOf(gus, GUEST))).toBeUndefined()
})

describe('rights', () => {
  // @cap:local-cache.rights
  it('what may no longer be seen is no longer kept', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    for (const name of ['One', 'Two']) await ada.call(workItemsApi.create, { body: { name } })
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })

    const guest = browserOf(gus, askerOf(gus, GUEST))
    await guest.sync()
    expect(guest.ids()).toHaveLength(2)
    await ada.call(projectsApi.change, { body: { guest_view_all_features: false } })
    const restricted = askerOf(gus, GUEST, true)
    const project_id = ada.place.project_id ?? ''
    expect(await guest.copy.answer({ project_id, params: {} }, restricted)).toBeUndefined()
    await guest.copy.open(project_id, restricted)
    expect(guest.ids()).toEqual([])
    expect(guest.changed).toContain(project_id)

    const member = browserOf(bob, askerOf(bob, MEMBER))
    await member.sync()
    expect(member.ids()).toHaveLength(2)
    await bob.call(projectMembersApi.leave)
    await member.sync()
    expect(member.ids()).toEqual([])
    expect(await member.answer({})).toBeUndefined()
  })

  // @cap:local-cache.never-cached
  it('epics, drafts, archived items and those that wait in intake never come into it', async () => {
    const { ada } = await projectOf('ada')
    const { project_id = '' } = ada.place
    await ada.call(projectsApi.change, { body: { inbox_view: true } })
    const states = await ada.call(statesApi.list)
    const state_id = states.find(({ group }) => group === 'completed')?.id
    const retained = await ada.call(workItemsApi.create, { body: { name: 'Kept' } })
    const closed = await ada.call(workItemsApi.create, { body: { name: 'Closed', state_id } })
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    const hidden = async () => {
      await ada.call(workItemsApi.archive, { params: { id: closed.id } })
      await ada.call(epicsApi.create, { body: { name: 'Epic' } })
      await ada.call(draftsApi.create, { body: { name: 'Draft', project_id } })
      await ada.call(intakeItemsApi.create, { body: { issue: { name: 'Waiting' } } })
    }
    for (const event of await ada.eventsOf(hidden)) await browser.copy.hear(event)
    expect(browser.ids()).toEqual([retained.id])
    for (const db of [browser.db, nodeDatabase()]) {
      const again = browserOf(ada, askerOf(ada, ADMIN), db)
      await again.sync()
      expect(again.ids()).toEqual([retained.id])
    }
    // An item that becomes an epic elsewhere, without an event.
    await sql`update work_items set is_epic = true where id = ${retained.id}`.execute(database.db)
    const later = browserOf(ada, askerOf(ada, ADMIN), browser.db)
    await later.sync()
    expect(later.ids()).toEqual([])
  })
})

it('values of properties are in it, from the feed and from events', async () => {
  const { ada } = await projectOf('ada')
  const { bug } = await typesOf(ada)
  const options = newOptions('Minor', 'Major')
  const severity = await addProperty(ada, bug, 'Severity', 'option', { options })
  const effort = await addProperty(ada, bug, 'Effort', 'number')
  const [minor, major] = [optionOf(severity, 'Minor'), optionOf(severity, 'Major')]
  const add = (name: string, property_values: PropertyValues) =>
    ada.call(workItemsApi.create, { body: { name, type_id: bug, property_values } })
  const { id } = await add('One', { [severity.id]: [minor], [effort.id]: 3 })
  await add('Two', { [severity.id]: [major] })
  const browser = browserOf(ada, askerOf(ada, ADMIN))
  await browser.sync()
  const agrees = async () => {
    const key = propertyField(severity)
    for (const query of [
      ...[{ [key]: minor }, { [`${key}__not`]: minor }, { group_by: key }],
      ...[{ [propertyField(effort)]: '2..' }, { order_by: propertyField(effort) }],
      { pql: `[option:${severity.id}] = "${major}" and [number:${effort.id}] is empty` },
    ]) {
      const theirs = await ada.attempt(lists.project, { query: query as never })
      expect(await browser.answer(query), JSON.stringify(query)).toEqual(theirs.body)
    }
  }
  await agrees()
  const change = () =>
    ada.call(workItemsApi.change, {
      params: { id },
      body: { property_values: { [severity.id]: [major], [effort.id]: null } },
    })
  for (const event of await ada.eventsOf(change)) await browser.copy.hear(event)
  await agrees()
})

describe('a change of this browser', () => {
  it('is in the copy at once, and out of it when the server refuses', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'One' } })
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    const before = await browser.answer({})
    browser.copy.change(id, { priority: 'urgent' })
    expect(await browser.answer({ priority: 'urgent' })).toMatchObject({ total_count: 1 })
    browser.copy.revert(id)
    expect(await browser.answer({})).toEqual(before)
    browser.copy.change(id, null)
    expect(await browser.answer({})).toMatchObject({ total_count: 0 })
    browser.copy.revert(id)
    expect(await browser.answer({})).toEqual(before)
  })

  it('does not take back what the server told meanwhile', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await ada.call(workItemsApi.create, { body: { name: 'One' } })
    const browser = browserOf(ada, askerOf(ada, ADMIN))
    await browser.sync()
    browser.copy.change(id, { priority: 'urgent' })
    const change = () => ada.call(workItemsApi.change, { params: { id }, body: { name: 'Two' } })
    for (const event of await ada.eventsOf(change)) await browser.copy.hear(event)
    browser.copy.revert(id)
    expect(await browser.answer({})).toMatchObject({ results: [{ name: 'Two', priority: 'none' }] })
  })
})
