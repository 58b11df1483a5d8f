import { addDays, dayInZone, dayNumber, momentInZone, weekDayOf } from '@cairn/calendar'
import type { BackupSettings } from '@cairn/contract'

export type Schedule = Pick<BackupSettings, 'frequency' | 'weekday' | 'hour' | 'time_zone'>

/** The times of a schedule around a moment, oldest first. */
function timesAround(moment: number, { frequency, weekday, hour, time_zone }: Schedule): number[] {
  const today = dayInZone(moment, time_zone)
  return Array.from({ length: 17 }, (_, index) => addDays(today, index - 8)).flatMap((day) => {
    if (!day || (frequency === 'weekly' && weekDayOf(dayNumber(day)) !== weekday)) return []
    return [momentInZone(day, hour * 60, time_zone).getTime()]
  })
}

/** When a backup was due last. */
export const lastDue = (schedule: Schedule, moment = Date.now()): number =>
  Math.max(...timesAround(moment, schedule).filter((time) => time <= moment))

/** When the next one is due. */
export const nextDue = (schedule: Schedule, moment = Date.now()): number =>
  Math.min(...timesAround(moment, schedule).filter((time) => time > moment))
