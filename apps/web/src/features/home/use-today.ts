import type { Today } from '@cairn/contract'
import { useWeekStart } from '#entities/account/hooks.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

/** In the server's form: the user's current day, and their first day of the week. */
export const useToday = (): Today => ({ today: todayHere(), weekStart: useWeekStart() })
