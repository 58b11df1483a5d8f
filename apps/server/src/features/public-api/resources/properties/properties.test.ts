import { MEMBER, workItemPropertiesApi } from '@cairn/contract'
import {
  propertiesV1 as api,
  importTypesV1,
  issueValuesV1,
  type NewPropertyV1,
  typesAliasV1,
  typesV1,
  type ValueV1,
  workItemsV1,
  workItemValuesV1,
} from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import { typesOf } from '#features/work-items/test-kit/properties.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, type Program, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const add = (client: Client, type_id: string, body: NewPropertyV1) =>
  client.call(api.create, { params: { type_id }, body })
const severity = {
  ...{ display_name: 'Bug Severity', property_type: 'OPTION', is_required: true },
  options: [{ name: 'Major' }, { name: 'Minor', is_default: true, external_id: '2' }],
} satisfies NewPropertyV1

async function withTypes<N extends string>(...people: Parameters<typeof programsOf<N>>) {
  const programs = await programsOf<N>(...people)
  const [first] = Object.values<Program>(programs)
  const types = first ? await typesOf(first.browser) : { task: '', bug: '', story: '' }
  return { ...programs, types }
}

describe('a program', () => {
  // @cap:properties.programs
  it('defines a type, its properties with options, and writes values', async () => {
    const { ada, mia } = await programsOf('ada', ['mia', MEMBER])
    const body = {
      ...{ name: 'Incident', description: 'An outage.', logo_props: { in_use: 'icon' } },
      ...{ external_source: 'pager', external_id: '7' },
    }
    const type = await ada.call(typesV1.create, { body })
    expect(type).toMatchObject({
      ...body,
      ...{ is_epic: false, is_active: true, project_ids: [ada.place.project_id] },
    })
    const params = { type_id: type.id }
    expect(await mia.call(typesAliasV1.get, { params })).toEqual(type)
    // The project had none: it gets those of the workspace, too.
    expect((await mia.call(typesV1.list)).map(({ name }) => name).sort()).toEqual([
      'Bug',
      'Incident',
      'Story',
      'Task',
    ])
    expect(await ada.attempt(typesV1.create, { body: { name: 'incident' } })).toEqual({
      ...{ status: 409 },
      body: { error: 'Work item type with the same name already exists', id: type.id },
    })
    const again = { ...body, name: 'Other' }
    expect(await ada.attempt(typesV1.create, { body: again })).toMatchObject({
      ...{ status: 409, body: { id: type.id } },
    })
    for (const wrong of [{}, { name: ' ' }, { name: 'x', is_epic: true }]) {
      expect(await ada.attempt(typesV1.create, { body: wrong as never })).toMatchObject({
        status: 400,
      })
    }
    const changed = { name: 'Outage', description: null, is_active: true }
    expect(await ada.call(typesV1.change, { params, body: changed })).toMatchObject({
      ...{ name: 'Outage', description: '', external_id: '7' },
    })
    const impact = await add(ada, type.id, { ...severity, display_name: 'Impact' })
    const minutes = await add(ada, type.id, {
      ...{ display_name: 'Minutes', property_type: 'DECIMAL', is_required: true },
    })
    const wanted = { name: 'Tiles are down', type_id: type.id }
    expect(await mia.attempt(workItemsV1.create, { body: wanted })).toEqual({
      status: 400,
      body: { property_values: { [minutes.id]: ['This field is required.'] } },
    })
    const item = await mia.call(workItemsV1.create, {
      body: { ...wanted, property_values: { [minutes.id]: 12 } },
    })
    const at = { params: { issue_id: item.id, property_id: impact.id } }
    const [major] = impact.options
    const value = major?.id ?? ''
    expect(await mia.call(workItemValuesV1.set, { ...at, body: { value } })).toMatchObject({
      value,
    })
    expect(await ada.attempt(typesV1.remove, { params })).toMatchObject({ status: 400 })
    const [unused] = (await ada.call(typesV1.list)).filter(({ name }) => name === 'Story')
    const other = { params: { type_id: unused?.id ?? '' } }
    for (const [call, sent] of [
      [typesV1.create, { name: 'x' }],
      [typesV1.change, {}],
      [typesV1.remove, {}],
      [importTypesV1, { work_item_type_ids: [] }],
    ] as const) {
      const input = { ...other, body: sent } as never
      expect(await mia.attempt(call, input)).toEqual(notAllowed)
      await refusesStrangers(call, ada, input)
    }
    expect(await ada.attempt(typesV1.remove, other)).toEqual(done)
    expect(await ada.attempt(typesV1.get, other)).toEqual(missing)
    const used = { body: { work_item_type_ids: [type.id] } }
    expect(await ada.call(importTypesV1, used)).toHaveLength(3)
    const unknown = { body: { work_item_type_ids: [nobody] } }
    expect(await ada.attempt(importTypesV1, unknown)).toMatchObject({ status: 400 })
  })

  it('defines properties of a type, reads, changes and deletes them', async () => {
    const { ada, types } = await withTypes('ada')
    const { project_id } = ada.place
    const property = await add(ada, types.bug, { ...severity, description: 'How bad' })
    const [major, minor] = property.options
    const audited = {
      ...{ created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null },
      ...{ created_by: ada.user_id, updated_by: null },
    }
    expect(minor).toEqual({
      ...{ id: expect.any(String), name: 'Minor', description: '', color: '', logo_props: {} },
      ...{ is_active: true, is_default: true, sort_order: expect.any(Number), parent: null },
      ...{ property: property.id, external_source: null, external_id: '2' },
      ...{ project: project_id, workspace: property.workspace },
      ...audited,
    })
    expect(property).toMatchObject({
      ...{ name: 'bug-severity', display_name: 'Bug Severity', description: 'How bad' },
      ...{ property_type: 'OPTION', relation_type: null, is_required: true, is_active: true },
      ...{ is_multi: false, default_value: [minor?.id], settings: {}, validation_rules: {} },
      ...{ logo_props: {}, issue_type: types.bug, project: project_id, external_id: null },
    })
    expect(major).toMatchObject({ name: 'Major', is_default: false })
    const params = { type_id: types.bug, property_id: property.id }
    expect(await ada.call(api.get, { params })).toEqual(property)
    expect(await ada.call(api.list, { params })).toEqual([property])
    expect(await ada.call(api.ofProject)).toEqual([property])
    expect(await ada.call(api.ofWorkspace)).toMatchObject([{ id: property.id, project: null }])
    const body = { display_name: 'Impact', is_required: false, default_value: [] }
    expect(await ada.call(api.change, { params, body })).toMatchObject({
      ...{ ...body, name: 'impact', description: 'How bad' },
    })
    // The app has the same property.
    expect(await ada.browser.call(workItemPropertiesApi.list)).toMatchObject([
      { id: property.id, name: 'Impact', kind: 'option', default_value: null },
    ])
    expect(await ada.attempt(api.remove, { params })).toEqual(done)
    expect(await ada.attempt(api.get, { params })).toEqual(missing)
    expect(await ada.call(api.list, { params })).toEqual([])
  })

  it('defines every kind with the words of its client', async () => {
    const { ada, types } = await withTypes('ada')
    const made = async (body: Omit<NewPropertyV1, 'display_name'>) => {
      const display_name = JSON.stringify(body)
      const { property_type, relation_type, settings, default_value, is_multi } = await add(
        ...([ada, types.bug, { ...body, display_name }] as const),
      )
      return { property_type, relation_type, settings, default_value, is_multi }
    }
    expect(
      await made({ property_type: 'TEXT', settings: { display_format: 'single-line' } }),
    ).toEqual({
      ...{ property_type: 'TEXT', relation_type: null, default_value: [], is_multi: false },
      settings: { display_format: 'multi-line' },
    })
    expect(
      await made({
        ...{
          property_type: 'DECIMAL',
          settings: { unit: 'm', decimals: 1 },
          default_value: ['2.5'],
        },
      }),
    ).toMatchObject({ settings: { unit: 'm', decimals: 1 }, default_value: ['2.5'] })
    expect(await made({ property_type: 'BOOLEAN', default_value: ['true'] })).toMatchObject({
      default_value: ['true'],
    })
    const days = { display_format: 'MMM dd, yyyy' }
    expect(await made({ property_type: 'DATETIME', settings: days })).toMatchObject({
      settings: { display_format: 'yyyy-MM-dd' },
    })
    expect(await made({ property_type: 'DATETIME' })).toMatchObject({
      settings: { display_format: 'yyyy-MM-dd HH:mm' },
    })
    expect(await made({ property_type: 'URL', default_value: ['example.com'] })).toMatchObject({
      default_value: ['http://example.com'],
    })
    expect(
      await made({ property_type: 'RELATION', relation_type: 'USER', is_multi: true }),
    ).toMatchObject({ relation_type: 'USER', is_multi: true })
    expect(await made({ property_type: 'RELATION', relation_type: 'ISSUE' })).toMatchObject({
      relation_type: 'ISSUE',
    })
    const attempt = (body: object) =>
      ada.attempt(api.create, { params: { type_id: types.bug }, body: body as never })
    for (const body of [
      { display_name: 'x', property_type: 'RELATION' },
      { display_name: 'x', property_type: 'FORMULA' },
      { display_name: 'x', property_type: 'DECIMAL', default_value: ['one'] },
      { display_name: 'x', property_type: 'DECIMAL', settings: { decimals: 99 } },
      { property_type: 'TEXT' },
    ]) {
      expect(await attempt(body)).toMatchObject({ status: 400 })
    }
  })

  it('is told which property or option has the name', async () => {
    const { ada, types } = await withTypes('ada')
    const { id, options } = await add(ada, types.bug, severity)
    const again = { params: { type_id: types.bug }, body: severity }
    expect(await ada.attempt(api.create, again)).toEqual({
      ...{ status: 409, body: { error: 'Property with the same name already exists', id } },
    })
    const at = { property_id: id }
    expect(await ada.attempt(api.addOption, { params: at, body: { name: 'major' } })).toEqual({
      ...{ status: 409, body: { error: 'Option with the same name already exists' } },
    })
    const option_id = options[0]?.id ?? ''
    const params = { ...at, option_id }
    const changed = { name: 'Blocker', is_default: true, color: '#ff0000', sort_order: 1 }
    expect(await ada.call(api.changeOption, { params, body: changed })).toMatchObject(changed)
    const added = await ada.call(api.addOption, { params: at, body: { name: 'Trivial' } })
    expect(await ada.call(api.options, { params: at })).toMatchObject([
      { name: 'Blocker', is_default: true },
      { name: 'Minor', is_default: false },
      { id: added.id, name: 'Trivial' },
    ])
    expect(await ada.attempt(api.removeOption, { params })).toEqual(done)
    expect(await ada.attempt(api.getOption, { params })).toEqual(missing)
    const [property] = await ada.call(api.ofProject)
    expect(property?.default_value).toEqual([])
  })

  it('writes values, with an item and after it, and reads them', async () => {
    const { ada, mia, types } = await withTypes('ada', ['mia', MEMBER])
    const option = await add(ada, types.bug, severity)
    const build = await add(ada, types.bug, {
      ...{ display_name: 'Build', property_type: 'DECIMAL', is_required: true },
    })
    const testers = await add(ada, types.bug, {
      ...{ display_name: 'Testers', property_type: 'RELATION', relation_type: 'USER' },
      is_multi: true,
    })
    const wanted = { name: 'item', type_id: types.bug }
    expect(await mia.attempt(workItemsV1.create, { body: wanted })).toEqual({
      status: 400,
      body: { property_values: { [build.id]: ['This field is required.'] } },
    })
    const minor = option.options.find(({ name }) => name === 'Minor')?.id ?? ''
    const major = option.options.find(({ name }) => name === 'Major')?.id ?? ''
    const body = { ...wanted, property_values: { [build.id]: 17 } }
    const item = await mia.call(workItemsV1.create, { body })
    const given = { [build.id]: 17, [option.id]: [minor] }
    expect(item.property_values).toEqual(given)
    const at = (property_id: string) => ({ params: { issue_id: item.id, property_id } })
    expect(await mia.call(workItemValuesV1.get, at(option.id))).toEqual({
      ...{ id: expect.any(String), property_id: option.id, issue_id: item.id, value: minor },
      ...{ value_type: 'OPTION', external_source: null, external_id: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    })
    expect(await mia.call(workItemValuesV1.get, at(testers.id))).toEqual([])
    const written = { ...at(option.id), body: { value: major } }
    expect(await mia.call(workItemValuesV1.set, written)).toMatchObject({ value: major })
    const number = { ...at(build.id), body: { value: '18' } }
    expect(await mia.call(issueValuesV1.change, number)).toMatchObject({ value: 18 })
    const people = { ...at(testers.id), body: { value: [ada.user_id, mia.user_id] } }
    const values = (await mia.call(workItemValuesV1.set, people)) as ValueV1[]
    expect(values.map(({ value }) => value)).toEqual([ada.user_id, mia.user_id])
    expect(new Set(values.map(({ id }) => id)).size).toBe(2)
    expect(await mia.attempt(workItemValuesV1.remove, at(testers.id))).toEqual(done)
    expect(await mia.attempt(workItemValuesV1.remove, at(build.id))).toEqual({
      ...{ status: 400, body: { value: ['This field is required.'] } },
    })
    for (const value of ['x', { deep: 1 }, [1, 2]]) {
      const wrong = { ...at(build.id), body: { value } as never }
      expect(await mia.attempt(workItemValuesV1.set, wrong)).toMatchObject({ status: 400 })
    }
    const other = await mia.call(workItemsV1.create, { body: { name: 'task' } })
    const foreign = { params: { issue_id: other.id, property_id: build.id }, body: { value: 1 } }
    expect(await mia.attempt(workItemValuesV1.set, foreign)).toMatchObject({ status: 400 })
    expect(await mia.attempt(workItemValuesV1.get, foreign)).toEqual(missing)
    expect(await mia.attempt(workItemValuesV1.get, at(nobody))).toEqual(missing)
    const { property_values } = await mia.call(workItemsV1.get, { params: { issue_id: item.id } })
    expect(property_values).toEqual({ [build.id]: 18, [option.id]: [major] })
  })

  it('defines nothing as a member, and reaches nothing elsewhere', async () => {
    const { ada, mia, types } = await withTypes('ada', ['mia', MEMBER])
    const { id: property_id, options } = await add(ada, types.bug, severity)
    const params = { type_id: types.bug, property_id, option_id: options[0]?.id ?? '' }
    for (const [call, body] of [
      [api.create, severity],
      [api.change, {}],
      [api.remove, {}],
      [api.addOption, { name: 'x' }],
      [api.changeOption, {}],
      [api.removeOption, {}],
    ] as const) {
      expect(await mia.attempt(call, { params, body } as never)).toEqual(notAllowed)
      await refusesStrangers(call, ada, { params, body })
    }
    for (const call of [api.list, api.get, api.ofProject, api.options, api.getOption]) {
      expect(await mia.attempt(call, { params } as never)).toMatchObject({ status: 200 })
      await refusesStrangers(call, ada, { params })
    }
    const elsewhere = { ...params, type_id: types.task }
    expect(await ada.attempt(api.get, { params: elsewhere })).toEqual(missing)
    expect(await ada.call(typesV1.list)).toHaveLength(3)
  })
})
