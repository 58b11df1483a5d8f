import { queryClient } from '#data/query-client.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { embeddedItem } from './embedded-item.tsx'

const embed = /<issue-embed-component\b([^>]*)>(?:<\/issue-embed-component>)?/g
const written = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Where nothing can be looked up, on paper or in a file, a work item is a link with its name. */
export const withItemLinks = (html: string, slug: string) =>
  html.replace(embed, (_, attributes: string) => {
    const id = /entity_identifier="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const item = queryClient.getQueryData(embeddedItem(slug, { item: id, project: null }).queryKey)
    const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
    const project = projects?.find((one) => one.id === item?.project_id)
    if (!item || !project) return ''
    const key = keyOf(project, item)
    const address = `${location.origin}${itemAddress(slug, key)}`
    return `<p><a href="${written(address)}">${written(`${key} ${item.name}`)}</a></p>`
  })
