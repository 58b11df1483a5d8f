import type { Today } from '@cairn/contract'
import { useWeekStart } from '#entities/account/hooks.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

/** As the server takes it: the day where the reader is, and how their week begins. */
export const useToday = (): Today => ({ today: todayHere(), weekStart: useWeekStart() })
