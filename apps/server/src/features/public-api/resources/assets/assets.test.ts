import { accountApi, GUEST } from '@cairn/contract'
import { type AssetAddressV1, assetsV1 as api, userAssetsV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { formOf, png, post } from '#features/assets/test-kit/uploads.ts'
import { nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, programServer, tokenNotValid, unauthenticated } from '#test/programs.ts'

const { app, programsOf, refusesStrangers } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })
const at = (asset_id: string) => ({ params: { asset_id } })
const file = { name: 'notes.pdf', type: 'application/pdf', size: 9 }
const pdf = Buffer.from('%PDF-1.4\n')
const noAsset = refusal(404, { error: 'Asset not found' })

/** As a client does it: to the returned URL, without a token. */
async function send(
  { upload_data }: { upload_data: { url: string; fields: object } },
  bytes = pdf,
) {
  expect(upload_data.url).toMatch(/^http:\/\/.+\/api\/assets\/v2\/upload\/$/)
  return post(app, formOf(upload_data.fields as Record<string, string>, bytes))
}

async function upload(client: Client, more = {}) {
  const target = await client.call(api.create, { body: { ...file, ...more } })
  expect(await send(target)).toMatchObject({ status: 204 })
  expect(await client.attempt(api.complete, { ...at(target.asset_id), body: {} })).toEqual(done)
  return target.asset_id
}

// @cap:public-api.attachments-and-assets
describe('a file of a workspace', () => {
  it('is asked for, sent and marked, and then had without a key', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const target = await ada.call(api.create, { body: file })
    const id = target.asset_id
    expect(target.asset_url).toBe(`/api/v1/workspaces/${ada.place.slug}/assets/${id}/`)
    const mark = { ...at(id), body: { is_uploaded: true } }
    expect(await ada.attempt(api.complete, mark)).toEqual(
      refusal(400, { error: 'The asset is not uploaded.', status: false }),
    )
    expect(await ada.attempt(api.get, at(id))).toEqual(
      refusal(400, { error: 'Asset not yet uploaded' }),
    )
    await send(target)
    expect(await gus.attempt(api.complete, mark)).toMatchObject({ status: 403 })
    expect(await ada.attempt(api.complete, mark)).toEqual(done)
    const found = await gus.call(api.get, at(id))
    expect(found).toEqual({
      ...{ asset_id: id, asset_name: 'notes.pdf', asset_type: 'application/pdf' },
      asset_url: expect.stringMatching(/^http:/),
    } satisfies Record<keyof AssetAddressV1, unknown>)
    const { pathname, search } = new URL(found.asset_url)
    const { statusCode, rawPayload } = await app.inject({ url: pathname + search })
    expect([statusCode, rawPayload.equals(pdf)]).toEqual([200, true])
  })

  it.each([
    [{}, { error: 'Name and size are required fields.', status: false }],
    [
      { ...file, type: 'text/html' },
      { error: 'Invalid file type.', status: false },
    ],
    [
      { ...file, project_id: nobody },
      { project_id: [`Invalid pk "${nobody}" - object does not exist.`] },
    ],
  ])('is refused as %o', async (body, answer) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(api.create, { body })).toEqual(refusal(400, answer))
  })

  // @cap:public-api.external-ids
  it('from the same place a second time is a conflict that names the first', async () => {
    const { ada } = await programsOf('ada')
    const pair = { external_source: 'jira', external_id: '7' }
    const { asset_id, asset_url } = await ada.call(api.create, { body: { ...file, ...pair } })
    const message = 'Asset with same external id and source already exists'
    expect(await ada.attempt(api.create, { body: { ...file, ...pair } })).toEqual(
      refusal(409, { message, asset_id, asset_url }),
    )
    await ada.call(api.create, { body: { ...file, external_source: 'jira' } })
    await ada.call(api.create, { body: { ...file, external_source: 'jira' } })
  })

  it('is for those of its project where it has one, and nothing for strangers', async () => {
    const { ada } = await programsOf('ada')
    const { bob } = await programsOf('bob')
    const { project_id } = ada.place
    const id = await upload(ada, { project_id })
    const input = { ...at(id), body: file }
    for (const endpoint of Object.values(api)) await refusesStrangers(endpoint, ada, input)
    for (const call of [api.get, api.complete]) {
      expect(await bob.attempt(call, { ...at(id), body: {} } as never)).toEqual(noAsset)
      expect(await ada.attempt(call, { ...at(nobody), body: {} } as never)).toEqual(noAsset)
    }
    expect(
      await bob.attempt(api.create, { body: { ...file, project_id: project_id ?? '' } }),
    ).toEqual(refusal(400, { project_id: [`Invalid pk "${project_id}" - object does not exist.`] }))
  })
})

// @cap:public-api.attachments-and-assets
describe('one’s own picture', () => {
  const picture = { name: 'me.png', type: 'image/png', size: png.length }
  const avatar = { ...picture, entity_type: 'USER_AVATAR' }

  it.each([
    ['create', 'complete', 'remove'],
    ['createByServer', 'completeByServer', 'removeByServer'],
    ['createOfUser', 'complete', 'remove'],
  ] as const)('is worn and taken off: %s, %s, %s', async (create, complete, remove) => {
    const { ada } = await programsOf('ada')
    const target = await ada.call(userAssetsV1[create], { body: avatar })
    const id = target.asset_id
    expect(await send(target, png)).toMatchObject({ status: 204 })
    const url = async () => (await ada.browser.call(accountApi.me)).avatar_url
    expect(await ada.attempt(userAssetsV1[complete], { ...at(id), body: {} })).toEqual(done)
    expect(await url()).toBe(`/api/assets/v2/static/${id}/`)
    expect(await ada.attempt(userAssetsV1[remove], at(id))).toEqual(done)
    expect(await url()).toBeNull()
    expect(await ada.attempt(userAssetsV1[remove], at(id))).toEqual(missing)
  })

  it.each([
    [picture, 'Invalid entity type.'],
    [{ ...avatar, entity_type: 'WORKSPACE_LOGO' }, 'Invalid entity type.'],
    [
      { ...avatar, type: 'image/svg+xml' },
      'Invalid file type. Only JPEG and PNG files are allowed.',
    ],
  ])('is refused as %o', async (body, error) => {
    const { ada } = await programsOf('ada')
    expect(await ada.attempt(userAssetsV1.create, { body })).toEqual(
      refusal(400, { error, status: false }),
    )
  })

  it('is nobody else’s', async () => {
    const { ada } = await programsOf('ada')
    const { bob } = await programsOf('bob')
    const { asset_id } = await ada.call(userAssetsV1.create, { body: avatar })
    for (const call of Object.values(userAssetsV1)) {
      const input = { ...at(asset_id), body: {} } as never
      expect(await ada.showing('').attempt(call, input)).toEqual(unauthenticated)
      expect(await ada.showing('api_0123456789').attempt(call, input)).toEqual(tokenNotValid)
    }
    for (const call of [userAssetsV1.complete, userAssetsV1.remove]) {
      expect(await bob.attempt(call, { ...at(asset_id), body: {} } as never)).toEqual(missing)
    }
  })
})
