import { useSyncExternalStore } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { momentText } from './own-zone.ts'
import { timeAgo } from './time-ago.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minute = 0

/** One clock for all times on the screen. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minute += 1
    for (const each of listeners) each()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** "3 h ago", updated while visible; the exact time is in the tooltip. */
export function RelativeTime({ at }: { at: string }) {
  useTranslation()
  useSyncExternalStore(subscribe, () => minute)
  const moment = new Date(at)
  return (
    <Tooltip label={momentText(moment)}>
      <time dateTime={at}>{timeAgo(moment, new Date())}</time>
    </Tooltip>
  )
}
