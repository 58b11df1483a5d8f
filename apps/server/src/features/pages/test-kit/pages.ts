import { pagesApi as api, type NewPage } from '@cairn/contract'
import type { PageState } from '@cairn/editor/page-document'
import { writtenFromHtml } from '#product/documents/document.ts'
import type { Client } from '#test/client.ts'

export const at = ({ id }: { id: string }) => ({ params: { id } })

export const write = (client: Client, body: NewPage = {}) => client.call(api.create, { body })

export const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

export const listed = async (client: Client) => names(await client.call(api.list))

/** As sent by an editor: the document only, since nothing else would be trusted. */
export const sending = (html: string, before: PageState | null = null) => ({
  description_binary: writtenFromHtml(html, before).description_binary.toString('base64'),
})

/** The initial document of a browser. */
export async function stateOf({ app, cookies, place }: Client, id: string): Promise<Buffer> {
  const url = `/api/workspaces/${place.slug}/projects/${place.project_id}/pages/${id}/description/`
  const { rawPayload } = await app.inject({ url, cookies })
  return rawPayload
}

export const textOf = async (client: Client, page: { id: string }) =>
  (await client.call(api.get, at(page))).description_html
