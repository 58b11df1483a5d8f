import {
  attachmentsApi,
  commentsApi,
  cyclesApi,
  dashboardsApi,
  draftsApi,
  type Endpoint,
  epicAttachmentsApi,
  epicCommentsApi,
  epicIssueLinksApi,
  epicLinksApi,
  epicReactionsApi,
  epicsApi,
  estimatesApi,
  favoritesApi,
  initiativesApi,
  intakeItemsAliasApi,
  intakeItemsApi,
  itemTemplatesApi,
  labelsApi,
  linksApi,
  modulesApi,
  pageCommentsApi,
  pagesApi,
  pageTemplatesApi,
  projectOverviewApi,
  projectsApi,
  projectTemplatesApi,
  quickLinksApi,
  reactionsApi,
  statesApi,
  statusUpdatesApi,
  stickiesApi,
  teamspacesApi,
  teamViewsApi,
  timeApi,
  viewsApi,
  webhooksApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
  workspaceViewsApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { everyOperation, type Schema } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import { tenantRows } from '#test/tenant-rows.ts'

/**
 * A browser shows what it creates before the server has responded, so it chooses the id. Every
 * create route that accepts one behaves alike.
 */
const { app, projectOf, database } = await testServer()
const { ada } = await projectOf('ada')
const { bob } = await projectOf('bob')

/** What each project needs so that everything can be created in it. */
async function prepare(owner: Client) {
  await owner.call(projectsApi.change, {
    body: { inbox_view: true, is_time_tracking_enabled: true },
  })
  const item = await owner.call(workItemsApi.create, { body: { name: 'Rope' } })
  const epic = await owner.call(epicsApi.create, { body: { name: 'Summit' } })
  const comment = await owner.call(commentsApi.create, {
    params: { id: item.id },
    body: { comment_html: '<p>Tight</p>' },
  })
  const module = await owner.call(modulesApi.create, { body: { name: 'Base camp' } })
  const team = await owner.call(teamspacesApi.create, { body: { name: 'Guides' } })
  const points = [{ value: 'one' }, { value: 'two' }]
  const estimate = await owner.call(estimatesApi.create, {
    body: { estimate: { name: 'Days' }, estimate_points: points },
  })
  const initiative = await owner.call(initiativesApi.create, { body: { name: 'North' } })
  const page = await owner.call(pagesApi.create, { body: { name: 'Route' } })
  const dashboard = await owner.call(dashboardsApi.create, { body: { name: 'Weather' } })
  const type = await owner.call(workItemTypesApi.create, { body: { name: 'Climb' } })
  return { item, epic, comment, module, team, estimate, initiative, page, dashboard, type }
}

type Prepared = Awaited<ReturnType<typeof prepare>>
const ground = new Map([
  [ada, await prepare(ada)],
  [bob, await prepare(bob)],
])

interface Creation {
  endpoint: Endpoint
  params?: (at: Prepared, owner: Client) => Record<string, string> | Promise<Record<string, string>>
  /** The body without the id; no two are alike. */
  body: (n: number) => object
  /** The key that contains the id, if it is not at the top level. */
  inside?: string
  /** The same in the response, if it is another one. */
  insideAnswer?: string
}

const named = (n: number) => ({ name: `Thing ${n}` })
const ofItem = ({ item }: Prepared) => ({ id: item.id, issue_id: item.id })
const ofEpic = ({ epic }: Prepared) => ({ id: epic.id, issue_id: epic.id })
const comment = (n: number) => ({ comment_html: `<p>${n}</p>` })
const link = (n: number) => ({ url: `https://example.com/${n}` })
const update = (n: number) => ({ health: 'on_track', text: `Update ${n}` })
const reaction = (n: number) => ({ reaction: String(128_000 + n) })
const file = (n: number) => ({ name: `${n}.txt`, type: 'text/plain', size: 10 })
const templateItem = {
  ...{ name: 'Pack', description_html: '<p></p>', priority: 'none', state_id: null, type_id: null },
  ...{ estimate_point: null, label_ids: [], assignee_ids: [], module_ids: [] },
  ...{ start_after: null, due_after: null, parent: null },
}
const point = (n: number) => ({ key: 3, value: `Value ${n}` })
const oneDraft = async (_: Prepared, owner: Client) => {
  const { id } = await owner.call(draftsApi.create, {
    body: { name: 'Draft', project_id: owner.place.project_id ?? null },
  })
  return { id }
}

const onePage = async (_: Prepared, owner: Client) => {
  const { id } = await owner.call(pagesApi.create, { body: {} })
  return { id }
}

const oneProjectTemplate = async (_: Prepared, owner: Client) => {
  const { id } = await owner.call(projectTemplatesApi.create, { body: { name: 'Climb' } })
  return { id }
}

const creations: Creation[] = [
  { endpoint: labelsApi.create, body: named },
  { endpoint: statesApi.create, body: (n) => ({ ...named(n), color: '#123456' }) },
  { endpoint: viewsApi.create, body: named },
  { endpoint: workspaceViewsApi.create, body: named },
  {
    endpoint: teamViewsApi.create,
    params: ({ team }) => ({ teamspace_id: team.id }),
    body: named,
  },
  { endpoint: cyclesApi.create, body: named },
  { endpoint: modulesApi.create, body: named },
  { endpoint: modulesApi.addLink, params: ({ module }) => ({ id: module.id }), body: link },
  {
    endpoint: estimatesApi.create,
    body: (n) => ({ estimate: named(n), estimate_points: [{ value: 'one' }, { value: 'two' }] }),
  },
  { endpoint: estimatesApi.addPoint, params: ({ estimate }) => ({ id: estimate.id }), body: point },
  { endpoint: projectOverviewApi.addLink, body: link },
  { endpoint: statusUpdatesApi.createForProject, body: update },
  { endpoint: statusUpdatesApi.createForEpic, params: ofEpic, body: update },
  {
    endpoint: statusUpdatesApi.createForInitiative,
    params: ({ initiative }) => ({ id: initiative.id }),
    body: update,
  },
  { endpoint: pagesApi.create, body: named },
  { endpoint: pageTemplatesApi.create, params: onePage, body: named },
  { endpoint: pageCommentsApi.create, params: ({ page }) => ({ id: page.id }), body: comment },
  { endpoint: stickiesApi.create, body: named },
  { endpoint: draftsApi.create, body: named },
  { endpoint: draftsApi.toItem, params: oneDraft, body: named },
  { endpoint: commentsApi.create, params: ofItem, body: comment },
  { endpoint: epicCommentsApi.create, params: ofEpic, body: comment },
  {
    endpoint: commentsApi.react,
    params: ({ comment: { id } }) => ({ comment_id: id }),
    body: reaction,
  },
  { endpoint: reactionsApi.add, params: ofItem, body: reaction },
  { endpoint: timeApi.create, params: ofItem, body: (n) => ({ duration: n + 1 }) },
  { endpoint: epicReactionsApi.add, params: ofEpic, body: reaction },
  {
    ...{ endpoint: attachmentsApi.create, params: ofItem, body: file },
    insideAnswer: 'attachment',
  },
  {
    ...{ endpoint: epicAttachmentsApi.create, params: ofEpic, body: file },
    insideAnswer: 'attachment',
  },
  { endpoint: linksApi.create, params: ofItem, body: link },
  { endpoint: epicLinksApi.create, params: ofEpic, body: link },
  { endpoint: epicIssueLinksApi.create, params: ofEpic, body: link },
  { endpoint: webhooksApi.create, body: (n) => ({ url: `https://93.184.216.34/${n}` }) },
  { endpoint: intakeItemsApi.create, body: (n) => ({ issue: named(n) }), inside: 'issue' },
  { endpoint: intakeItemsAliasApi.create, body: (n) => ({ issue: named(n) }), inside: 'issue' },
  { endpoint: workItemsApi.create, body: named },
  { endpoint: epicsApi.create, body: named },
  { endpoint: projectsApi.create, body: (n) => ({ ...named(n), identifier: `T${n}` }) },
  { endpoint: teamspacesApi.create, body: named },
  { endpoint: initiativesApi.create, body: named },
  { endpoint: workItemTypesApi.create, body: named },
  {
    endpoint: workItemPropertiesApi.create,
    params: ({ type }) => ({ type_id: type.id }),
    body: (n) => ({ ...named(n), kind: 'text' }),
  },
  { endpoint: itemTemplatesApi.create, body: (n) => ({ ...named(n), items: [templateItem] }) },
  { endpoint: itemTemplatesApi.createFromItem, params: ofItem, body: named },
  { endpoint: projectTemplatesApi.create, body: named },
  {
    ...{ endpoint: projectTemplatesApi.use, params: oneProjectTemplate },
    body: (n) => ({ ...named(n), identifier: `T${n}` }),
  },
  { endpoint: quickLinksApi.create, body: link },
  { endpoint: dashboardsApi.create, body: named },
  {
    endpoint: dashboardsApi.createWidget,
    params: ({ dashboard }) => ({ id: dashboard.id }),
    body: () => ({ kind: 'number' }),
  },
  {
    endpoint: favoritesApi.create,
    body: (n) => ({ ...named(n), entity_type: 'folder', is_folder: true }),
  },
]

let count = 0

async function prepareRequest(owner: Client, { params, body, inside }: Creation, id: string) {
  count += 1
  const values: Record<string, object> = { ...body(count) }
  const whole = inside ? { ...values, [inside]: { ...values[inside], id } } : { ...values, id }
  const at = ground.get(owner)
  return { params: (at && (await params?.(at, owner))) ?? {}, body: whole } as object
}

const send = async (owner: Client, creation: Creation, id: string) =>
  owner.attempt(creation.endpoint, await prepareRequest(owner, creation, id))

const idIn = (body: unknown, inside?: string) => {
  const answer = body as Record<string, { id: string }> & { id: string }
  return inside ? answer[inside]?.id : answer.id
}

const everything = async () => [
  await tenantRows(database.db, ada),
  await tenantRows(database.db, bob),
]

const takesNewId = (schema: Schema | undefined): boolean =>
  Object.entries(schema?.properties ?? {}).some(
    ([name, part]) => (name === 'id' && part.pattern) || (name === 'issue' && takesNewId(part)),
  )

it('walks every create that accepts an id, and programs choose none', async () => {
  const accepting = (await everyOperation(app))
    .filter(({ body }) => takesNewId(body))
    .map(({ method, path }) => `${method} ${path}`)
  const walked = creations.map(
    ({ endpoint: { method, url } }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(walked.toSorted()).toEqual(accepting.toSorted())
  expect(accepting.filter((path) => path.includes('/api/v1/'))).toEqual([])
})

describe.each(creations.map((creation) => [creation.endpoint.url, creation] as const))(
  'POST %s',
  (_url, creation) => {
    it('creates the thing under the given id, in its canonical form', async () => {
      const id = crypto.randomUUID()
      const { status, body } = await send(ada, creation, id.toUpperCase())
      expect(status, JSON.stringify(body)).toBe(creation.endpoint.config.status)
      expect(idIn(body, creation.insideAnswer ?? creation.inside)).toBe(id)
    })

    it('refuses what is no random id', async () => {
      const notRandom = ['mine', '', '00000000-0000-0000-0000-000000000000', 7, null]
      const byTime = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
      for (const id of [...notRandom, byTime]) {
        const { status, body } = await send(ada, creation, id as string)
        expect(status, `${id}: ${JSON.stringify(body)}`).toBe(400)
      }
    })

    it.each([
      ['of its own workspace', ada],
      ['of another workspace', bob],
    ])('refuses an id that is taken %s alike, and changes nothing', async (_where, owner) => {
      const id = crypto.randomUUID()
      await send(owner, creation, id)
      const request = await prepareRequest(ada, creation, id)
      const before = await everything()
      const refused = await ada.attempt(creation.endpoint, request)
      expect(refused).toEqual({ status: 409, body: { error: 'The id is already in use' } })
      expect(await everything()).toEqual(before)
    })
  },
)
