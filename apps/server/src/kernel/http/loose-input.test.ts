import * as contract from '@cairn/contract'
import {
  draftsApi,
  type Endpoint,
  entitySearchApi,
  GUEST,
  intakeItemsApi,
  invitationsApi,
  labelsApi,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  searchApi,
  statesApi,
  workItemsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import * as contractV1 from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import type { Schema } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import { newApp } from './new-app.ts'

/**
 * API clients send numbers and booleans as strings, and `""` for a missing id. One validation rule
 * accepts this for every body and query of the contract.
 */
const { app, projectOf } = await testServer()

interface Described {
  method: string
  url: string
  schema: { body?: Schema; querystring?: Schema }
}

const isEndpoint = (value: unknown): value is Described =>
  value instanceof Object && 'url' in value && 'schema' in value

function endpointsIn(value: unknown): Described[] {
  if (isEndpoint(value)) return [value]
  return value?.constructor === Object ? Object.values(value).flatMap(endpointsIn) : []
}

const endpoints = [...Object.values(contract), ...Object.values(contractV1)].flatMap(endpointsIn)
const parts = endpoints.flatMap(({ method, url, schema: { body, querystring } }) => [
  ...(body ? [{ what: `body of ${method} ${url}`, schema: body }] : []),
  ...(querystring ? [{ what: `query of ${method} ${url}`, schema: querystring }] : []),
])

/** Accepts what a route of the contract accepts and returns what its handler would see. */
const mirror = newApp(app.deps)
for (const [n, { schema }] of parts.entries()) {
  mirror.route({
    method: 'POST',
    url: `/${n}/`,
    schema: { body: schema },
    handler: async ({ body }) => body,
  })
}

async function read(n: number, payload: object) {
  const { statusCode, body } = await mirror.inject({ method: 'POST', url: `/${n}/`, payload })
  return { status: statusCode, body: JSON.parse(body) }
}

const id = '0b8a1c1e-5f1d-4c53-9c0e-2f6f6f0d7a11'
const hasType = ({ type }: Schema, ...types: string[]) =>
  [type].flat().some((one) => types.includes(one ?? ''))

/** A value that matches the schema, and the same value as a careless client sends it. */
function samples(schema: Schema, isRequired: boolean): { exact?: unknown; loose?: unknown } {
  const same = (value: unknown) => ({ exact: value, loose: value })
  if (schema.format === 'uuid') {
    if (hasType(schema, 'null')) return { exact: null, loose: '' }
    if (isRequired || schema.pattern) return same(id)
    return { loose: '' }
  }
  const first = schema.enum?.[0]
  if (hasType(schema, 'string')) {
    const formats: Record<string, string> = {
      date: '2026-01-01',
      'date-time': '2026-01-01T00:00:00Z',
      email: 'ada@cairn.test',
      uri: 'https://cairn.test',
    }
    return same(first ?? formats[schema.format ?? ''] ?? 'word')
  }
  if (hasType(schema, 'integer', 'number')) {
    const number = first ?? Math.max(1, schema.minimum ?? 1)
    return { exact: number, loose: String(number) }
  }
  if (hasType(schema, 'boolean')) return { exact: false, loose: 'false' }
  if (hasType(schema, 'array')) {
    const { exact, loose } = samples(schema.items ?? {}, true)
    return exact === undefined ? same([]) : { exact: [exact], loose: [loose] }
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    ...samples(field, schema.required?.includes(name) ?? false),
  }))
  const gather = (kind: 'exact' | 'loose') =>
    Object.fromEntries(
      fields.flatMap((field) => (kind in field ? [[field.name, field[kind]]] : [])),
    )
  return { exact: gather('exact'), loose: gather('loose') }
}

it('reads what is written loosely as what is meant, in every body and query', async () => {
  let taken = 0
  let differing = 0
  for (const [n, { what, schema }] of parts.entries()) {
    const { exact, loose } = samples(schema, true)
    const meant = await read(n, exact as object)
    if (meant.status === 200) taken += 1
    if (JSON.stringify(exact) !== JSON.stringify(loose)) differing += 1
    expect.soft(await read(n, loose as object), what).toEqual(meant)
  }
  expect(taken).toBeGreaterThan(400)
  expect(differing).toBeGreaterThan(150)
}, 120_000)

/** Every place of a schema, with the body that has this value there and is right elsewhere. */
function placesOf(schema: Schema, put: (value: unknown) => unknown): SchemaPath[] {
  const all = samples(schema, true).exact
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const within = (value: unknown) => put({ ...Object(all), [name]: value })
    const isRequired = schema.required?.includes(name) ?? false
    return [{ field, isRequired, body: within }, ...placesOf(field, within)]
  })
}

interface SchemaPath {
  field: Schema
  isRequired: boolean
  body: (value: unknown) => unknown
}

it('refuses an empty id that has to be there, and texts that are no number and no boolean', async () => {
  let refused = 0
  for (const [n, { what, schema }] of parts.entries()) {
    for (const { field, isRequired, body } of placesOf(schema, (value) => value)) {
      const isId = field.format === 'uuid' && !hasType(field, 'null')
      const wrong: unknown[] = [
        ...(isId && (isRequired || field.pattern) ? [''] : []),
        ...(field.format === 'date' || field.format === 'date-time' ? [''] : []),
        ...(hasType(field, 'string') ? [] : texts(field)),
      ]
      for (const value of wrong) {
        refused += 1
        const { status } = await read(n, body(value) as object)
        expect.soft(status, `${what}: ${JSON.stringify(body(value))}`).toBe(400)
      }
    }
  }
  expect(refused).toBeGreaterThan(1500)
}, 120_000)

function texts(field: Schema): string[] {
  if (hasType(field, 'integer', 'number')) return ['', 'five', '5e1000', '0x5', ' 5', 'Infinity']
  return hasType(field, 'boolean') ? ['', 'yes', '1', 'falsch'] : []
}

describe('an older client of the application', () => {
  /** Sends it as raw input, without the types of the contract. */
  const send = async (
    client: Client,
    endpoint: Endpoint,
    body: object,
    params: Record<string, string> = {},
  ) => {
    const answer = await client.attempt(endpoint, { params, body } as object)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as Record<string, unknown>
  }

  it('sends "" for every id that it leaves to the server', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { inbox_view: true } })
    const states = await ada.call(statesApi.list, {})
    const initial = Object.values(states)
      .flat()
      .find((state) => state.default)?.id
    const none = { state_id: '', parent_id: '', estimate_point: '', type_id: '' }
    const nothing = { parent_id: null, estimate_point: null, type_id: null }
    expect(await send(ada, workItemsApi.create, { name: 'item', ...none })).toMatchObject({
      ...{ ...nothing, state_id: initial },
    })
    const draft = { name: 'draft', project_id: ada.place.project_id, cycle_id: '', ...none }
    expect(await send(ada, draftsApi.create, { ...draft, module_ids: null })).toMatchObject({
      ...{ ...nothing, state_id: initial, cycle_id: null, module_ids: [] },
    })
    const waiting = await send(ada, intakeItemsApi.create, { issue: { name: 'wish', ...none } })
    expect(waiting.issue).toMatchObject({ name: 'wish', parent_id: null })
    expect(await send(ada, modulesApi.create, { name: 'module', lead_id: '' })).toMatchObject({
      lead_id: null,
    })
    expect(await send(ada, labelsApi.create, { name: 'label', parent: '' })).toMatchObject({
      parent: null,
    })
    expect(await send(ada, projectsApi.change, { default_assignee: '' })).toMatchObject({
      default_assignee: null,
    })
  })

  it('writes numbers and booleans as texts', async () => {
    const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
    const members = await ada.call(projectsApi.members, {})
    const id = members.find(({ member }) => member === mel.user_id)?.id ?? ''
    expect(await send(ada, projectMembersApi.change, { role: '5' }, { id })).toMatchObject({
      role: GUEST,
    })
    const people = await ada.call(workspacesApi.members, { query: {} })
    const person = { id: people.find(({ member }) => member.id === mel.user_id)?.id ?? '' }
    expect(await send(ada, workspaceMembersApi.change, { role: '5' }, person)).toMatchObject({
      role: GUEST,
    })
    const emails = [{ email: 'zoe@cairn.test', role: '5' }]
    await send(ada, invitationsApi.create, { emails })
    const [invitation] = await ada.call(invitationsApi.list, {})
    expect(invitation?.role).toBe(GUEST)
    const invited = { id: invitation?.id ?? '' }
    expect(await send(ada, invitationsApi.change, { role: '15' }, invited)).toMatchObject({
      role: MEMBER,
    })
    const project = { archive_in: '1', close_in: '2', inbox_view: 'true', network: '0' }
    expect(await send(ada, projectsApi.change, project)).toMatchObject({
      ...{ archive_in: 1, close_in: 2, inbox_view: true, network: 0 },
    })
    const body = { name: 'Later', color: '#123456', group: 'started' } as const
    const state = await ada.call(statesApi.create, { body })
    expect(await send(ada, statesApi.change, { sequence: '5' }, { id: state.id })).toMatchObject({
      sequence: 5,
    })
  })

  it('leaves ids of a query empty', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(workItemsApi.create, { body: { name: 'needle' } })
    const search = { search: 'needle', project_id: '' }
    const { results } = await ada.call(searchApi.search, { query: search })
    expect(results.issue).toMatchObject([{ name: 'needle' }])
    const query = { query_type: 'issue', query: 'needle', project_id: '', issue_id: '' }
    expect(await ada.call(entitySearchApi.search, { query })).toMatchObject({
      issue: [{ name: 'needle' }],
    })
  })
})
