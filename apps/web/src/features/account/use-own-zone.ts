import { useQuery } from '@tanstack/react-query'
import { session } from '#entities/account/hooks.ts'
import { liveIn } from '#ui/own-zone.ts'

/** Days and times are those of the zone in one's settings: before what is below is drawn. */
export function useOwnZone() {
  const { data: me } = useQuery(session)
  liveIn(me?.user_timezone)
}
