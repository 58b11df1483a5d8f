/** The part of an item's page about time; only in projects that track it. */
export const loadTimeSection = () => import('./time-section.tsx')

export const loadTimesheet = () => import('./timesheet.tsx')
