import { accountApi, lastVisitedApi as api, MEMBER, workspacesApi } from '@cairn/contract'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger } = await testServer()
const nothing = { workspace_details: {}, project_details: [] }

async function visit(client: Client) {
  const workspace = await client.call(workspacesApi.get)
  const body = { last_workspace_id: workspace.id }
  await client.call(accountApi.changeProfile, { body })
  return workspace
}

it('shows the workspace visited last, with one’s own place in its projects', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  expect(await bob.call(api.get)).toEqual(nothing)
  const workspace = await visit(bob)
  const { workspace_details, project_details } = await bob.call(api.get)
  expect(workspace_details).toEqual(workspace)
  expect(project_details).toMatchObject([
    {
      role: MEMBER,
      is_active: true,
      member: { id: bob.user_id, display_name: 'bob' },
      workspace: { slug: ada.place.slug },
      project: { id: ada.place.project_id, identifier: 'TRAIL' },
    },
  ])
  expect(JSON.stringify(project_details)).not.toContain('@cairn.test')
})

it('shows nothing once the workspace is no longer theirs, and nothing to strangers', async () => {
  const { bob } = await projectOf('ada', ['bob', MEMBER])
  await visit(bob)
  await bob.call(workspacesApi.leave)
  expect(await bob.call(api.get)).toEqual(nothing)
  expect(await stranger.attempt(api.get)).toMatchObject({ status: 401 })
})
