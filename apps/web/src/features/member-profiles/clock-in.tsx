import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'

const MINUTE = 60_000

/** The current time in a time zone, ticking: "2:05 PM Europe/Berlin". */
export function ClockIn({ timeZone }: { timeZone: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  const time = new Intl.DateTimeFormat(i18n.language, {
    timeStyle: 'short',
    timeZone,
  }).format(now)
  return `${time} ${timeZone}`
}
