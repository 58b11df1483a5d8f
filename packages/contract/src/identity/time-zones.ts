import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone } from '../core/policy.ts'

/** Offsets are as of today, including daylight saving. */
export const TimeZone = Type.Object({
  utc_offset: Type.String(),
  gmt_offset: Type.String(),
  value: Type.String(),
  label: Type.String(),
})
export type TimeZone = Static<typeof TimeZone>

export const timeZonesApi = {
  list: endpoint(anyone, 'GET /api/timezones/', {
    200: Type.Object({ timezones: Type.Array(TimeZone) }),
  }),
}
