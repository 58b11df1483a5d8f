import { type EstimateType, readableTime } from '@cairn/contract'

/** A value as people read it: hours as "1h 30m". */
export const valueText = (type: EstimateType, value: string) =>
  type === 'time' ? readableTime(value) : value

/** Hours and minutes as the number of hours that is stored. */
export const hoursOf = (hours: string, minutes: string): string => {
  const all = Number(hours || 0) + Number(minutes || 0) / 60
  return Number.isFinite(all) ? String(Math.round(all * 10_000) / 10_000) : ''
}
