import { createContext } from 'react'

/** 0 is Sunday. */
export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** With which day calendars begin; the shell fills in what the person chose. */
export const WeekStart = createContext<WeekDay>(0)
