import type { WeekDay } from '@cairn/calendar'
import { createContext } from 'react'

/** First day of the week in calendars; the shell provides the user's choice. */
export const WeekStart = createContext<WeekDay>(0)
