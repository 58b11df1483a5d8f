import { queryClient } from '#data/query-client.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { embeddedItem } from './embedded-item.tsx'
import { pageAddress, pageName } from './page-address.ts'
import { type PageScope, pagesIn } from './page-list.ts'

const embed = /<(issue|page)-embed-component\b([^>]*)>(?:<\/\1-embed-component>)?/g
const written = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function itemAt({ slug }: PageScope, id: string) {
  const item = queryClient.getQueryData(embeddedItem(slug, { item: id, project: null }).queryKey)
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  const project = projects?.find((one) => one.id === item?.project_id)
  if (!item || !project) return undefined
  const key = keyOf(project, item)
  return { address: itemAddress(slug, key), name: `${key} ${item.name}` }
}

function pageAt(scope: PageScope, id: string) {
  const pages = queryClient.getQueryData(pagesIn(scope).queryKey)
  const page = pages?.find((one) => one.id === id)
  return page && { address: pageAddress(scope, page), name: pageName(page) }
}

/**
 * In print or in a file, where nothing can be looked up, a work item or page is a link with its
 * name.
 */
export const withItemLinks = (html: string, scope: PageScope) =>
  html.replace(embed, (_, kind: string, attributes: string) => {
    const id = /entity_identifier="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const found = kind === 'page' ? pageAt(scope, id) : itemAt(scope, id)
    if (!found) return ''
    const address = `${location.origin}${found.address}`
    return `<p><a href="${written(address)}">${written(found.name)}</a></p>`
  })
