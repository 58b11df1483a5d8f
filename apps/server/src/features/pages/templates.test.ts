import {
  pageTemplatesApi as api,
  applyPageTemplateEvent,
  GUEST,
  type LiveEvent,
  MEMBER,
  type PageTemplateEvent,
  pagesApi,
} from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { fetchFile, share } from '#features/assets/test-kit/uploads.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { at, names, write } from './test-kit/pages.ts'

const { projectOf } = await testServer()
const refused = { status: 403, body: { error: "You don't have the required permissions." } }
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const save = (client: Client, page: { id: string }, name: string) =>
  client.call(api.create, { ...at(page), body: { name } })
const addressIn = (html: string) => html.match(/\/api\/assets\/[^"]+/)?.[0] ?? ''

describe('a template of pages', () => {
  it('gives new pages its text, icon and colour, with pictures of their own', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { slug, project_id } = ada.place
    const logo_props = { in_use: 'emoji', emoji: { value: '9968' } }
    const page = await write(ada, { name: 'Monday', logo_props, color: '#ca5747' })
    const id = await share(ada, 'PAGE_DESCRIPTION', { inProject: true, entity_identifier: page.id })
    const src = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/${id}/`
    const picture = `<image-component id="${id}" src="${src}"></image-component>`
    const description_html = `<h1>Agenda</h1>${picture}`
    await ada.call(pagesApi.change, { ...at(page), body: { description_html } })
    const template = await save(ada, page, ' Weekly ')
    expect(template).toMatchObject({ name: 'Weekly', logo_props, color: '#ca5747' })
    expect(await bob.call(api.list)).toEqual([template])

    const made = await write(bob, { name: 'Tuesday', template: template.id })
    expect(made).toMatchObject({ name: 'Tuesday', logo_props, color: '#ca5747' })
    expect(made.owned_by).toBe(bob.user_id)
    expect(made.description_html).toContain('<h1>Agenda</h1>')
    const own = addressIn(made.description_html)
    expect(own).not.toBe(src)
    // Deleting the others does not affect it.
    await ada.call(pagesApi.archive, at(page))
    await ada.call(pagesApi.remove, at(page))
    await ada.call(api.remove, at(template))
    expect((await fetchFile(bob, own)).status).toBe(200)
    expect(await bob.call(api.list)).toEqual([])
    expect(await bob.attempt(pagesApi.create, { body: { template: template.id } })).toEqual({
      status: 400,
      body: { template: [`Invalid pk "${template.id}" - object does not exist.`] },
    })
  })

  it('is renamed and deleted by who made it, or an admin', async () => {
    const { ada, bob, cy } = await projectOf('ada', ['bob', MEMBER], ['cy', MEMBER])
    const template = await save(bob, await write(bob), 'Weekly')
    const rename = (client: Client, name: string) =>
      client.attempt(api.change, { ...at(template), body: { name } })
    expect(await rename(cy, 'Mine')).toEqual(refused)
    expect(await cy.attempt(api.remove, at(template))).toEqual(refused)
    expect(await rename(bob, '  ')).toEqual({
      status: 400,
      body: { name: ['This field may not be blank.'] },
    })
    expect(await rename(ada, 'Retrospective')).toMatchObject({ status: 200 })
    expect(names(await cy.call(api.list))).toEqual(['Retrospective'])
    expect((await ada.attempt(api.remove, at(template))).status).toBe(204)
    expect(await rename(bob, 'Gone')).toEqual(missing)
  })

  it('is made of pages one sees, in one’s own project, by members', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const secret = await write(ada, { access: 1 })
    const template = await save(ada, secret, 'Secret')
    const body = { name: 'Mine' }
    for (const [client, page] of [[bob, secret] as const, [eve, await write(ada)] as const]) {
      expect(await client.attempt(api.create, { ...at(page), body })).toEqual(missing)
    }
    expect(await gus.attempt(api.create, { ...at(secret), body })).toEqual(refused)
    expect(await gus.attempt(api.list, {})).toEqual(refused)
    expect(await eve.attempt(api.remove, at(template))).toEqual(missing)
    const { status } = await eve.attempt(pagesApi.create, { body: { template: template.id } })
    expect(status).toBe(400)
  })

  it('shows in other browsers at once', async () => {
    const { ada } = await projectOf('ada')
    const isOfTemplates = (event: LiveEvent): event is PageTemplateEvent =>
      event.type.startsWith('page_template.')
    const page = await write(ada)
    const template = await save(ada, page, 'Weekly')
    const changes = [
      () => save(ada, page, 'Daily'),
      () => ada.call(api.change, { ...at(template), body: { name: 'A first' } }),
      () => ada.call(api.remove, at(template)),
    ]
    for (const change of changes) {
      const before = await ada.call(api.list)
      const events = await ada.eventsOf(change)
      const after = events.filter(isOfTemplates).reduce(applyPageTemplateEvent, before)
      expect(after).toEqual(await ada.call(api.list))
    }
  })
})
