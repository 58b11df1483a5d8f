import { readLeftText } from '#data/left-texts.ts'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import type { Values } from './form-values.ts'

/** Under which name what was typed into the dialog waits. */
export const leftName = (start: WorkItemIntent) =>
  ['dialog', modeOf(start), start.item?.id ?? start.draft?.id].filter(Boolean).join(' ')

interface LeftForm {
  project_id: string
  values: Values
}

export const leaveValues = (form: LeftForm) => JSON.stringify(form)

const readForm = (text: string) => JSON.parse(text) as LeftForm

export const leftValues = (text: string | undefined) =>
  text === undefined ? undefined : readForm(text).values

/** Those that need nothing to be made anew. */
const beginnings: readonly WorkItemIntent[] = [{}, { isEpic: true }, { intent: 'draft' }]

/** The dialog that somebody was writing into when their session ended. */
export function savedIntent(owner: string): WorkItemIntent | undefined {
  for (const start of beginnings) {
    const text = readLeftText(leftName(start), owner)
    if (text) return { ...start, project_id: readForm(text).project_id }
  }
  return undefined
}
