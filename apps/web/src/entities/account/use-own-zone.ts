import { useQuery } from '@tanstack/react-query'
import { liveIn } from '#ui/dates/own-zone.ts'
import { session } from './hooks.ts'

/** Applies the user's time zone to dates and times, before children are rendered. */
export function useOwnZone() {
  const { data: me } = useQuery(session)
  liveIn(me?.user_timezone)
}
