import {
  cyclesApi,
  GUEST,
  MEMBER,
  modulesApi,
  priorities,
  projectsApi,
  relationsApi,
} from '@cairn/contract'
import {
  workItemsV1 as api,
  issuesV1,
  labelsV1,
  type NewWorkItemV1,
  type WorkItemV1,
} from '@cairn/contract/v1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nobody, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, name: string, more: Omit<NewWorkItemV1, 'name'> = {}) =>
  client.call(api.create, { body: { name, ...more } })
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
const search = async (client: Client, query: Record<string, string>) =>
  (await client.call(api.search, { query })).issues

const listed = async (client: Client, query: Record<string, string>) => {
  const page = (await client.call(api.list, { query })) as {
    results: WorkItemV1[]
    total_count: number
  }
  expect(page.total_count).toBe(page.results.length)
  return namesOf(page.results).sort()
}
const byPql = (client: Client, pql: string) => listed(client, { pql })
const byFilters = (client: Client, filters: object) =>
  listed(client, { filters: JSON.stringify(filters) })

// @cap:public-api.search-and-count
describe('search', () => {
  it('finds by a part of the name, the identifier or a number', async () => {
    const { ada } = await programsOf('ada')
    const tiles = await add(ada, 'Offline tiles')
    await add(ada, '100 % of the huts')
    const { slug, project_id } = ada.place
    const found = {
      ...{ id: tiles.id, name: 'Offline tiles', sequence_id: 1, project_id },
      ...{ project__identifier: 'TRAIL', workspace__slug: slug },
    }
    expect(await search(ada, { search: 'OFFLINE' })).toEqual([found])
    expect(await search(ada, { search: '1' })).toHaveLength(2)
    expect(namesOf(await search(ada, { search: 'trail' }))).toHaveLength(2)
    expect(namesOf(await search(ada, { search: '%' }))).toEqual(['100 % of the huts'])
    expect(await search(ada, { search: '' })).toEqual([])
    expect(await search(ada, {})).toEqual([])
    expect(await search(ada, { search: 'nothing at all' })).toEqual([])
    expect(await search(ada, { search: 'trail', limit: '1' })).toHaveLength(1)
    expect(await ada.call(issuesV1.search, { query: { search: 'offline' } })).toEqual({
      issues: [found],
    })
    for (const limit of ['0', 'x', '-1']) {
      expect(await ada.attempt(api.search, { query: { search: 'a', limit } })).toEqual({
        status: 400,
        body: { limit: ['A valid integer is required.'] },
      })
    }
  })

  it('is narrowed to a project unless the whole workspace is asked for', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const { id: huts } = await ada.browser.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUT' },
    })
    const { project_id = '' } = ada.place
    await add(ada, 'map here')
    await add(ada.at({ project_id: huts }), 'map there')
    const found = async (query: Record<string, string>) =>
      namesOf(await search(ada, { search: 'map', ...query })).sort()
    expect(await found({})).toEqual(['map here', 'map there'])
    expect(await found({ project_id })).toEqual(['map here'])
    expect(await found({ project: huts })).toEqual(['map there'])
    expect(await found({ project_id, workspace_search: 'true' })).toHaveLength(2)
    expect(namesOf(await search(mel, { search: 'map' }))).toEqual(['map here'])
    for (const id of [huts, nobody]) {
      const query = { search: 'map', project_id: id }
      expect(await mel.attempt(api.search, { query })).toEqual({
        status: 400,
        body: { project_id: [`Invalid pk "${id}" - object does not exist.`] },
      })
    }
    expect(await mel.attempt(api.search, { query: { search: 'x', project_id: 'x' } })).toEqual({
      status: 400,
      body: { project_id: ['“x” is not a valid UUID.'] },
    })
  })

  it('further goes by text, filters and query language together', async () => {
    const { ada } = await programsOf('ada')
    const first = await add(ada, 'map one', { priority: 'high', target_date: '2026-01-02' })
    await add(ada, 'map two', { priority: 'low' })
    await add(ada, 'path', { priority: 'high' })
    const found = async (body: object) =>
      namesOf(await ada.call(api.advancedSearch, { body: body as never }))
    expect(await ada.call(api.advancedSearch, { body: { query: 'one' } })).toEqual([
      {
        ...{ id: first.id, name: 'map one', sequence_id: 1, project_identifier: 'TRAIL' },
        ...{ project_id: first.project, workspace_id: first.workspace, type_id: null },
        ...{ state_id: first.state, priority: 'high' },
        ...{ target_date: '2026-01-02', start_date: null },
      },
    ])
    expect(await found({})).toEqual(['path', 'map two', 'map one'])
    expect(await found({ limit: 1 })).toEqual(['path'])
    expect(await found({ query: 'map' })).toEqual(['map two', 'map one'])
    const filters = { priority: 'high' }
    expect(await found({ filters })).toEqual(['path', 'map one'])
    expect(await found({ query: 'map', filters })).toEqual(['map one'])
    expect(await found({ query: 'TRAIL-1', filters })).toEqual(['map one'])
    expect(await found({ query: '3', filters })).toEqual(['path'])
    expect(await found({ pql: 'priority IN ("low")', query: 'map' })).toEqual(['map two'])
    expect(await found({ pql: 'title ~ "map"', filters })).toEqual(['map one'])
    expect(await found({ filters, project_id: ada.place.project_id })).toHaveLength(2)
    const nested = { or: [{ priority: 'low' }, { and: [filters, { not: { label_id: null } }] }] }
    expect(await found({ filters: nested })).toEqual(['map two'])
    // Immediately after it was created.
    await add(ada, 'map three', { priority: 'high' })
    expect(await found({ query: 'map', filters })).toEqual(['map three', 'map one'])
    expect(
      await ada.attempt(api.advancedSearch, { body: { filters, project_id: nobody } }),
    ).toMatchObject({ status: 400, body: { project_id: expect.anything() } })
  })

  it('and counts show guests their own alone, and strangers nothing', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    await add(ada, 'map hidden')
    await add(ada, 'map reported', { created_by: gus.user_id })
    expect(namesOf(await search(gus, { search: 'map' }))).toEqual(['map reported'])
    expect(namesOf(await gus.call(api.advancedSearch, { body: { query: 'map' } }))).toEqual([
      'map reported',
    ])
    expect(namesOf(await gus.call(api.advancedSearch, { body: { pql: 'title ~ "map"' } }))).toEqual(
      ['map reported'],
    )
    expect(await gus.call(api.count, {})).toMatchObject({ total_count: 1 })
    for (const call of [api.search, api.count, api.advancedSearch, api.across]) {
      await refusesStrangers(call, ada)
    }
  })
})

// @cap:public-api.search-and-count
describe('counts', () => {
  it('are told in all, by group and by group in group', async () => {
    const { ada } = await programsOf('ada')
    const { project_id = '' } = ada.place
    const bug = await ada.call(labelsV1.create, { body: { name: 'bug' } })
    const doc = await ada.call(labelsV1.create, { body: { name: 'doc' } })
    await add(ada, 'a', { priority: 'high', labels: [bug.id, doc.id] })
    await add(ada, 'b', { priority: 'high', labels: [bug.id], target_date: '2026-01-02' })
    await add(ada, 'c', { priority: 'low', assignees: [ada.user_id] })
    const count = (query: Record<string, string>) => ada.call(api.count, { query })
    expect(await count({})).toEqual({
      ...{ grouped_by: null, sub_grouped_by: null, total_count: 3, grouped_counts: {} },
    })
    expect(await count({ group_by: 'priority' })).toEqual({
      ...{ grouped_by: 'priority', sub_grouped_by: null, total_count: 3 },
      grouped_counts: { high: { count: 2 }, low: { count: 1 } },
    })
    // An item with two labels counts for both.
    expect(await count({ group_by: 'labels__id', sub_group_by: 'priority' })).toEqual({
      ...{ grouped_by: 'labels__id', sub_grouped_by: 'priority', total_count: 3 },
      grouped_counts: {
        [bug.id]: { count: 2, sub_grouped_counts: { high: { count: 2 } } },
        [doc.id]: { count: 1, sub_grouped_counts: { high: { count: 1 } } },
        None: { count: 1, sub_grouped_counts: { low: { count: 1 } } },
      },
    })
    const backlog = await stateOf(ada.browser, 'backlog')
    const groups: [string, Record<string, object>][] = [
      ['state_id', { [backlog]: { count: 3 } }],
      ['state__group', { backlog: { count: 3 } }],
      ['project_id', { [project_id]: { count: 3 } }],
      ['type_id', { None: { count: 3 } }],
      ['cycle_id', { None: { count: 3 } }],
      ['issue_module__module_id', { None: { count: 3 } }],
      ['created_by', { [ada.user_id]: { count: 3 } }],
      ['assignees__id', { [ada.user_id]: { count: 1 }, None: { count: 2 } }],
      ['target_date', { '2026-01-02': { count: 1 }, None: { count: 2 } }],
      ['start_date', { None: { count: 3 } }],
    ]
    for (const [group_by, grouped_counts] of groups) {
      expect(await count({ group_by })).toMatchObject({ grouped_by: group_by, grouped_counts })
      // The same without precomputed counts.
      const pql = 'title ~ "a" OR NOT title ~ "a"'
      expect(await count({ group_by, pql })).toMatchObject({ grouped_counts, total_count: 3 })
    }
    expect(await count({ pql: 'priority = "high"', group_by: 'type_id' })).toMatchObject({
      total_count: 2,
      grouped_counts: { None: { count: 2 } },
    })
    // As clients narrow a count to a project.
    const pql = `(priority IN ("high")) AND project = "${project_id}"`
    expect(await count({ pql })).toMatchObject({ total_count: 2 })
    expect(await count({ pql: `project = "${nobody}"` })).toMatchObject({ total_count: 0 })
    expect(await ada.call(issuesV1.count, { query: {} })).toMatchObject({ total_count: 3 })
  })

  it.each([
    [{ group_by: 'milestone_id' }, 'Invalid group_by parameter'],
    [{ group_by: 'release_work_items__release_id' }, 'Invalid group_by parameter'],
    [{ group_by: 'priority', sub_group_by: 'x' }, 'Invalid sub_group_by parameter'],
    [
      { group_by: 'priority', sub_group_by: 'priority' },
      'Group by and sub group by cannot have same parameters',
    ],
  ])('refuse %o', async (query, error) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.count, { query })).toEqual({ status: 400, body: { error } })
  })
})

/** A project with data for every kind of filter. */
async function furnished() {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  await ada.browser.call(projectsApi.change, { body: { module_view: true, cycle_view: true } })
  const label = await ada.call(labelsV1.create, { body: { name: 'bug' } })
  const module = await ada.browser.call(modulesApi.create, { body: { name: 'tiles' } })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const cycle = await ada.browser.call(cyclesApi.create, {
    body: { name: 'now', start_date: day(-3), end_date: day(3) },
  })
  const [started, completed] = [
    await stateOf(ada.browser, 'started'),
    await stateOf(ada.browser, 'completed'),
  ]
  const a = await add(ada, 'a', {
    ...{ priority: 'high', labels: [label.id], assignees: [mel.user_id], module: module.id },
    ...{ start_date: '2020-01-01', target_date: '2020-01-31', state: started },
    description_html: '<p>the long way</p>',
  })
  const b = await add(ada, 'b', { priority: 'low', state: completed, target_date: '2020-01-31' })
  const c = await add(ada, 'c', { parent: a.id, created_by: mel.user_id })
  await ada.browser.call(cyclesApi.addItems, {
    params: { id: cycle.id },
    body: { issues: [a.id] },
  })
  await ada.browser.call(relationsApi.create, {
    params: { id: a.id },
    body: { relation_type: 'blocked_by', issues: [b.id] },
  })
  await ada.browser.call(relationsApi.create, {
    params: { id: b.id },
    body: { relation_type: 'relates_to', issues: [c.id] },
  })
  const { project_id = '' } = ada.place
  return { ada, mel, label, module, cycle, started, completed, a, b, c, project_id, day }
}

// @cap:public-api.search-and-count
describe('structured filters', () => {
  it('say what items must meet', async () => {
    const { ada, mel, label, module, cycle, started, project_id, day } = await furnished()
    const cases: [object, string[]][] = [
      [{ priority: 'high' }, ['a']],
      [{ priority__exact: 'high' }, ['a']],
      [{ priority__in: ['high', 'low'] }, ['a', 'b']],
      [{ priority__in: 'high, low' }, ['a', 'b']],
      [{ priority: 'high', state_group: 'started' }, ['a']],
      [{ priority: 'high', state_group: 'completed' }, []],
      [{ priority: 'high', priority__in: ['high', 'low'] }, ['a']],
      [{ priority: 'high', priority__in: ['low'] }, []],
      [{ state_id: started }, ['a']],
      [{ state_group__in: ['started', 'completed'] }, ['a', 'b']],
      [{ assignee_id: mel.user_id }, ['a']],
      [{ assignee_id__in: [mel.user_id, ada.user_id] }, ['a']],
      [{ assignee_id: null }, ['b', 'c']],
      [{ label_id: label.id.toUpperCase() }, ['a']],
      [{ label_id: null }, ['b', 'c']],
      [{ module_id: module.id }, ['a']],
      [{ cycle_id: cycle.id }, ['a']],
      [{ cycle_id: null }, ['b', 'c']],
      [{ created_by_id: mel.user_id }, ['c']],
      [{ subscriber_id: mel.user_id }, ['a']],
      [{ mention_id: mel.user_id }, []],
      [{ project_id }, ['a', 'b', 'c']],
      [{ project_id: nobody }, []],
      [{ is_draft: false, is_archived: 'false' }, ['a', 'b', 'c']],
      [{ is_archived: true }, []],
      [{ target_date: '2020-01-31' }, ['a', 'b']],
      [{ target_date: null }, ['c']],
      [{ start_date__range: ['2019-12-31', '2020-01-01'] }, ['a']],
      [{ start_date__range: '2019-01-01,2019-12-31' }, []],
      [{ created_at__range: [day(-1), day(1)] }, ['a', 'b', 'c']],
      [{ created_at: day(-9) }, []],
      [{ updated_at__range: ['2020-01-01T00:00:00Z', '2020-01-02'] }, []],
      [{ and: [{ priority: 'high' }, { label_id: label.id }] }, ['a']],
      [{ or: [{ priority: 'high' }, { priority: 'low' }] }, ['a', 'b']],
      [{ not: { priority: 'high' } }, ['b', 'c']],
      [{ not: { cycle_id: cycle.id } }, ['b', 'c']],
      [{ not: { or: [{ priority: 'high' }, { not: { label_id: null } }] } }, ['b', 'c']],
      [{ and: [{ or: [{ not: { not: { priority: 'low' } } }] }] }, ['b']],
    ]
    for (const [filters, names] of cases) {
      expect(await byFilters(ada, filters), JSON.stringify(filters)).toEqual(names)
    }
  })

  const deep = (levels: number): object =>
    levels === 1 ? { priority: 'high' } : { not: deep(levels - 1) }

  it.each<[unknown, string, string?]>([
    [[], 'invalid_filter_type'],
    ['"x"', 'invalid_filter_type'],
    [5, 'invalid_filter_type'],
    [{}, 'empty_filter_object'],
    [{ and: [{}] }, 'empty_filter_object'],
    [deep(6), 'max_depth_exceeded', 'Filter nesting is too deep (max 5); found depth 6'],
    [{ and: [{ priority: 'low' }], or: [] }, 'multiple_logical_operators'],
    [{ and: [{ priority: 'low' }], priority: 'low' }, 'mixed_operator_and_fields'],
    [{ and: [] }, 'invalid_operator_children'],
    [{ or: { priority: 'low' } }, 'invalid_operator_children'],
    [{ or: ['x'] }, 'invalid_operator_child_type'],
    [{ not: [{ priority: 'low' }] }, 'invalid_not_child'],
    [{ priority: { is: 'low' } }, 'invalid_leaf'],
    [{ AND: [{ priority: 'low' }] }, 'operator_in_leaf'],
    [{ priority__in: [] }, 'empty_list_value'],
    [{ priority__in: [['low']] }, 'non_scalar_list_item'],
    [{ priority: ['low'] }, 'invalid_value_type'],
    [{ priority: null }, 'invalid_value_type'],
    [{ priority__in: 5 }, 'invalid_value_type'],
    [{ x: 1 }, 'invalid_filter_field', "Filtering on field 'x' is not allowed"],
    [{ constructor: 1 }, 'invalid_filter_field'],
    [{ priority__gt: 1 }, 'invalid_filter_field'],
    [{ priority__range: ['a', 'b'] }, 'invalid_filter_field'],
    [{ priority__in__in: ['low'] }, 'invalid_filter_field'],
    [{ priority: 'x' }, 'invalid_filterset'],
    [{ assignee_id: 'x' }, 'invalid_filterset'],
    [{ start_date: '2026-02-31' }, 'invalid_filterset'],
    [{ created_at: 'then' }, 'invalid_filterset'],
    [{ start_date__range: ['2020-01-01'] }, 'invalid_filterset'],
    [{ is_draft: 'maybe' }, 'invalid_filterset'],
  ])('refuse %j as %s', async (filters, code, message) => {
    const { ada } = await programsOf('ada')
    const query = { filters: JSON.stringify(filters) }
    expect(await ada.attempt(api.list, { query })).toEqual({
      status: 400,
      body: {
        code,
        message: message ?? expect.any(String),
        ...(code === 'invalid_filterset' && { errors: expect.any(Object) }),
      },
    })
  })

  it('refuse what is no JSON, and nests without end', async () => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.list, { query: { filters: '{' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    })
    const filters = JSON.parse(`${'{"not":'.repeat(150)}{"x":1}${'}'.repeat(150)}`)
    expect(await ada.attempt(api.advancedSearch, { body: { filters } })).toMatchObject({
      status: 400,
      body: { code: 'max_depth_exceeded' },
    })
  })
})

// @cap:public-api.search-and-count
describe('the query language', () => {
  it('says what items must meet', async () => {
    const world = await furnished()
    const { ada, mel, label, module, cycle, started, a, c, project_id, day } = world
    const cases: [string, string[]][] = [
      ['priority IN ("high")', ['a']],
      ['priority = "high"', ['a']],
      ['priority != "high"', ['b', 'c']],
      ['priority NOT IN ("high", "low")', ['c']],
      ["priority = 'low' or priority = 'high'", ['a', 'b']],
      ['stateGroup = "started"', ['a']],
      ['stateGroup IN openStates()', ['a', 'c']],
      ['stateGroup IN (closedStates())', ['b']],
      ['state IN activeStates()', ['a']],
      [`state = "${started}"`, ['a']],
      ['isDraft = false AND isArchived != true', ['a', 'b', 'c']],
      ['isArchived = true', []],
      ['title ~ "A"', ['a']],
      ['title = "A"', ['a']],
      ['title != "a"', ['b', 'c']],
      ['text ~ "LONG way"', ['a']],
      ['text ~ "%"', []],
      ['id = "TRAIL-1"', ['a']],
      ['id IN ("trail-1", "TRAIL-3")', ['a', 'c']],
      ['id != "TRAIL-1"', ['b', 'c']],
      [`assignee = "${mel.user_id}"`, ['a']],
      ['assignee = currentUser()', []],
      ['assignee = me or assignee = Mel', ['a']],
      ['priority = high and due = 2020-01-31 and not due >= today - 7d', ['a']],
      ['updated by me and not updated by Mel', ['a', 'b', 'c']],
      ['was in state Backlog', ['c']],
      ['blocked by open', []],
      ['blocked by closed', ['a']],
      ['parentOf(open) or childOf(open)', ['a', 'c']],
      ['completed is empty and parent = TRAIL-1', ['c']],
      ['assignee != currentUser()', ['a', 'b', 'c']],
      ['assignee IN workspaceMembers()', ['a']],
      [`assignee IN membersOf("project:${project_id}")`, ['a']],
      [`assignee IN membersOf("project:${nobody}")`, []],
      [`assignee IN (currentUser(), "${mel.user_id}")`, ['a']],
      ['assignee IS NULL', ['b', 'c']],
      ['assignee IS NOT EMPTY', ['a']],
      [`label = "${label.id}"`, ['a']],
      ['label IS EMPTY', ['b', 'c']],
      [`module IN ("${module.id}")`, ['a']],
      [`cycle = "${cycle.id}"`, ['a']],
      [`cycle != "${cycle.id}"`, ['b', 'c']],
      ['cycle = activeCycle()', ['a']],
      ['cycle IN completedCycles()', []],
      ['cycle IN upcomingCycles()', []],
      ['cycle IS NULL', ['b', 'c']],
      [`project = "${project_id}"`, ['a', 'b', 'c']],
      ['createdBy = currentUser()', ['a', 'b']],
      [`type = "${nobody}"`, []],
      ['type IS NULL', ['a', 'b', 'c']],
      [`subscriber = "${mel.user_id}"`, ['a']],
      ['mention IS EMPTY', ['a', 'b', 'c']],
      ['dueDate = "2020-01-31"', ['a', 'b']],
      ['dueDate != "2020-01-31"', ['c']],
      ['dueDate > "2020-01-30"', ['a', 'b']],
      ['dueDate > "2020-01-31"', []],
      ['dueDate >= "2020-01-31"', ['a', 'b']],
      ['dueDate < "2020-01-31"', []],
      ['dueDate <= "2020-01-31"', ['a', 'b']],
      ['dueDate IS NULL', ['c']],
      ['startDate BETWEEN "2019-12-31" AND "2020-01-01"', ['a']],
      ['startDate BETWEEN ("2019-12-31", "2020-01-01")', ['a']],
      ['createdAt >= daysAgo(1)', ['a', 'b', 'c']],
      ['createdAt < daysAgo(1)', []],
      ['createdAt <= now() AND createdAt > daysAgo(1)', ['a', 'b', 'c']],
      [`createdAt BETWEEN "${day(-1)}" AND "${day(1)}"`, ['a', 'b', 'c']],
      ['updatedAt > "2020-01-01T10:00:00Z"', ['a', 'b', 'c']],
      ['updatedAt < monthsAgo(2) OR updatedAt > weeksFromNow(1)', []],
      ['dueDate < startOfMonth() AND dueDate < endOfWeek()', ['a', 'b']],
      ['isOverdue()', ['a']],
      ['hasNoAssignee() AND hasNoLabel()', ['b', 'c']],
      ['isTopLevel()', ['a', 'b']],
      ['isSubWorkItem()', ['c']],
      ['hasChildren()', ['a']],
      ['hasStartAndDueDates()', ['a']],
      ['isEpic() OR isDraft() OR isArchived() OR isIntake()', []],
      ['childOf("TRAIL-1")', ['c']],
      [`parentOf("${c.id}")`, ['a']],
      ['blockedBy("TRAIL-2")', ['a']],
      [`blocks("${a.id}")`, ['b']],
      ['linkedTo("TRAIL-2")', ['c']],
      ['linkedTo("TRAIL-3")', ['b']],
      ['duplicateOf("TRAIL-1")', []],
      ['childOf("NO-1")', []],
      ['NOT priority = "high" AND NOT priority = "low"', ['c']],
      ['priority = "low" OR priority = "high" AND isSubWorkItem()', ['b']],
      ['(priority = "low" OR priority = "high") AND isSubWorkItem()', []],
      ['not (priority = "low" or priority = "high")', ['c']],
    ]
    for (const [pql, names] of cases) expect(await byPql(ada, pql), pql).toEqual(names)
    expect(await ada.call(api.across, { query: { pql: 'isOverdue()' } })).toMatchObject({
      results: [{ name: 'a' }],
    })
    expect(
      await ada.call(api.list, {
        query: { pql: 'priority = "high"', filters: '{"priority":"low"}' },
      }),
    ).toMatchObject({ total_count: 0 })
  })

  it.each([
    ['priority', 'Expected an operator, found the end (at position 9)'],
    ['priority = ', 'Expected a value, found the end (at position 12)'],
    ['priority = "x"', expect.stringMatching(/^priority is one of .*"none" \(at position 12\)$/)],
    ['priority > "low"', 'priority cannot be compared by > (at position 1)'],
    ['nothing = "x"', 'There is no field nothing (at position 1)'],
    ['constructor = "x"', 'There is no field constructor (at position 1)'],
    ['nothing()', 'There is no condition nothing() (at position 1)'],
    ['isOverdue("x")', 'isOverdue() takes nothing (at position 1)'],
    ['childOf()', 'childOf() takes one key or id of a work item (at position 1)'],
    ['cf["x"] is low', 'Expected “NULL” or “EMPTY”, found “low” (at position 12)'],
    ['[x', 'Expected a field or a function, found “[” (at position 1)'],
    ['(priority = "low"', 'Expected “)”, found the end (at position 18)'],
    ['priority = "low" AND', 'Expected a field or a function, found the end (at position 21)'],
    [
      'priority = "low" priority',
      'Expected “AND”, “OR” or the end, found “priority” (at position 18)',
    ],
    ['priority = "low', 'A text is not closed (at position 12)'],
    ['priority ; "low"', 'Unexpected “;” (at position 10)'],
    ['priority IN "low"', 'Expected “(”, found “low” (at position 13)'],
    ['priority IN ("low"', 'Expected “,” or “)”, found the end (at position 19)'],
    ['priority IS "low"', 'Expected “NULL” or “EMPTY”, found “low” (at position 13)'],
    ['label = currentUser()', 'label is compared with a name or an id (at position 9)'],
    ['labl = "Bug"', 'There is no field labl (at position 1)'],
    ['dueDate = "soon"', 'dueDate is compared with a day like "2026-01-31" (at position 11)'],
    ['dueDate > daysAgo("x")', 'dueDate is compared with a day like "2026-01-31" (at position 11)'],
    ['dueDate ~ "2026"', 'dueDate cannot be compared by ~ (at position 1)'],
    ['isDraft = "yes"', 'isDraft is true or false (at position 1)'],
    ['id = "TRAIL"', 'id is compared with a key like "ABC-12" (at position 6)'],
    [Array(6).fill('isTopLevel()').join(' AND '), 'More than 5 conditions (at position 86)'],
  ])('says what is wrong with %s', async (pql, sentence) => {
    const { ada } = await programsOf('ada')
    const refused = { status: 400, body: { pql: [sentence] } }
    expect(await ada.attempt(api.list, { query: { pql } })).toEqual(refused)
    expect(await ada.attempt(api.count, { query: { pql } })).toEqual(refused)
    expect(await ada.attempt(api.advancedSearch, { body: { pql } })).toEqual(refused)
  })

  it('is never answered with a fault, whatever is written', async () => {
    const { ada } = await programsOf('ada')
    const words = [
      ...['priority', 'dueDate', 'createdAt', 'assignee', 'title', 'text', 'id', '=', '!=', '>'],
      ...['IN', 'NOT', 'IS', 'NULL', 'BETWEEN', 'AND', 'OR', '(', ')', ',', '"high"', '"x\\"y"'],
      ...['"2026-01-31"', 'today()', 'daysAgo(3)', 'monthsAgo(99999)', 'currentUser()', '7', '~'],
      ...['isOverdue()', 'childOf("TRAIL-1")', `"${nobody}"`, 'true', '\u0000', '"'],
    ]
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((w) => w.join(' '))
    await fc.assert(
      fc.asyncProperty(texts, async (pql) => {
        const { status, body } = await ada.attempt(api.list, { query: { pql, per_page: '1' } })
        expect([200, 400], pql).toContain(status)
        if (status === 400) expect(body).toEqual({ pql: [expect.stringMatching(/\d\)$/)] })
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('joins and denies as it is written', async () => {
    const { ada } = await programsOf('ada')
    for (const priority of priorities) await add(ada, priority, { priority })
    type Tree = { is: string } | { not: Tree } | { and: [Tree, Tree] } | { or: [Tree, Tree] }
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 2 },
        fc.record({ is: fc.constantFrom(...priorities) }),
        fc.record({ not: tie('tree') }),
        fc.record({ and: fc.tuple(tie('tree'), tie('tree')) }),
        fc.record({ or: fc.tuple(tie('tree'), tie('tree')) }),
      ),
    }))
    const write = (one: Tree): string => {
      if ('is' in one) return `priority = "${one.is}"`
      if ('not' in one) return `NOT (${write(one.not)})`
      const [word, parts] = 'and' in one ? [' AND ', one.and] : [' OR ', one.or]
      return `(${parts.map(write).join(word)})`
    }
    const filter = (one: Tree): object => {
      if ('is' in one) return { priority: one.is }
      if ('not' in one) return { not: filter(one.not) }
      return 'and' in one ? { and: one.and.map(filter) } : { or: one.or.map(filter) }
    }
    const matchesTree = (one: Tree, priority: string): boolean => {
      if ('is' in one) return one.is === priority
      if ('not' in one) return !matchesTree(one.not, priority)
      if ('and' in one) return one.and.every((part) => matchesTree(part, priority))
      return one.or.some((part) => matchesTree(part, priority))
    }
    await fc.assert(
      fc.asyncProperty(tree, async (one) => {
        const expected = priorities.filter((priority) => matchesTree(one, priority)).toSorted()
        expect(await byPql(ada, write(one))).toEqual(expected)
        expect(await byFilters(ada, filter(one))).toEqual(expected)
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })
})
