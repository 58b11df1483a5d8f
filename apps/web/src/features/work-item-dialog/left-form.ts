import { epicsApi, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { readLeftText, takeLeftText } from '#data/left-texts.ts'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import { toBody, type Values } from './form-values.ts'

/** Under which name what was typed into the dialog waits. */
export const leftName = (start: WorkItemIntent) =>
  ['dialog', modeOf(start), start.item?.id ?? start.draft?.id].filter(Boolean).join(' ')

interface LeftForm {
  project_id: string
  values: Values
  /** It was sent with this id, and not answered. */
  id?: string
}

export const leaveValues = (form: LeftForm) => JSON.stringify(form)

const readForm = (text: string) => JSON.parse(text) as LeftForm

export const leftValues = (text: string | undefined) =>
  text === undefined ? undefined : readForm(text).values

/** Those that need nothing to be made anew. */
const beginnings: readonly WorkItemIntent[] = [{}, { isEpic: true }, { intent: 'draft' }]

/**
 * The dialog that was open when the page went, or sent and not answered. Where the server has the item
 * after all, there is nothing to open.
 */
export async function savedIntent(
  slug: string,
  owner: string,
): Promise<WorkItemIntent | undefined> {
  for (const start of beginnings) {
    const name = leftName(start)
    const text = readLeftText(name, owner)
    if (!text) continue
    const { project_id, values, id } = readForm(text)
    if (!id) return { ...start, project_id }
    const { get } = start.isEpic ? epicsApi : workItemsApi
    const isThere = await call(get, { params: { slug, project_id, id }, query: {} }).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      return { ...start, project_id, refused: { id, values: toBody(values), pictures: [] } }
    }
    takeLeftText(name)
  }
  return undefined
}
