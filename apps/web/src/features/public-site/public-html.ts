import { idSource as uuid } from '@cairn/contract'

const inside = new RegExp(
  `/api/assets/v2/workspaces/[^/"\\s]+/(?:projects/${uuid}/)?(${uuid})/`,
  'g',
)
const outside = new RegExp(`/api/public/assets/v2/anchor/[^/"\\s]+/(${uuid})/`, 'g')

/** Replaces picture URLs in a text with their public URLs. */
export const toPublicHtml = (html: string, anchor: string) =>
  html.replace(inside, `/api/public/assets/v2/anchor/${anchor}/$1/`)

/** The reverse, before sending: the text outlives the public link it was written under. */
export const toStoredHtml = (html: string, slug: string, project_id: string) =>
  html.replace(outside, `/api/assets/v2/workspaces/${slug}/projects/${project_id}/$1/`)
