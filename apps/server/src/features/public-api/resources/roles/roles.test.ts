import { GUEST } from '@cairn/contract'
import { rolesV1 as api } from '@cairn/contract/v1'
import { expect, it } from 'vitest'
import { missing, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

// @cap:public-api.users-and-members
it('are the same three everywhere, for workspaces and for projects', async () => {
  const { ada, gus } = await programsOf('ada', ['gus', GUEST])
  const { eve } = await programsOf('eve')
  const page = await gus.call(api.list)
  expect(page).toMatchObject({ total_count: 6, count: 6, next_page_results: false })
  expect(page.results.map(({ slug, namespace }) => `${namespace} ${slug}`)).toEqual([
    ...['workspace admin', 'workspace member', 'workspace guest'],
    ...['project admin', 'project member', 'project guest'],
  ])
  expect(await eve.call(api.list)).toEqual(page)
  const query = { namespace: 'project', per_page: '2' } as const
  expect(await ada.call(api.list, { query })).toMatchObject({ total_count: 3, count: 2 })
  const [admin] = page.results
  const params = { role_id: admin?.id ?? '' }
  expect(await gus.call(api.get, { params })).toEqual({
    ...{ id: params.role_id, name: 'Admin', slug: 'admin', namespace: 'workspace' },
  })
  expect(await ada.attempt(api.get, { params: { role_id: crypto.randomUUID() } })).toEqual(missing)
  expect(await ada.attempt(api.list, { query: { namespace: 'x' as never } })).toEqual({
    status: 400,
    body: { namespace: ['"x" is not a valid choice.'] },
  })
  for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, { params })
})
