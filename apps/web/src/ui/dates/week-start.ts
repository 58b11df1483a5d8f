import type { WeekDay } from '@cairn/calendar'
import { createContext } from 'react'

/** With which day calendars begin; the shell fills in what the person chose. */
export const WeekStart = createContext<WeekDay>(0)
