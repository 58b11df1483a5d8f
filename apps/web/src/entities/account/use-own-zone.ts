import { useQuery } from '@tanstack/react-query'
import { liveIn } from '#ui/dates/own-zone.ts'
import { session } from './hooks.ts'

/** Days and times are those of the zone in one's settings: before what is below is drawn. */
export function useOwnZone() {
  const { data: me } = useQuery(session)
  liveIn(me?.user_timezone)
}
