import type { WorkItemProperty } from '@cairn/contract'
import type { TFunction } from '#data/i18n.ts'
import { numberText } from '#entities/work-item/property-words.ts'
import { longDate } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** The value of a property as the history stores it, written for the reader. */
export function loggedValue(
  text: string,
  property: Pick<WorkItemProperty, 'kind' | 'decimals' | 'unit'> | undefined,
  t: TFunction,
): string {
  if (property?.kind === 'text') return text
  if (property?.kind === 'number') return numberText(Number(text), property)
  if (text === 'true' || text === 'false') {
    return t(text === 'true' ? 'properties.yes' : 'properties.no')
  }
  return moment.test(text) ? momentText(text) : longDate(text) || text
}
