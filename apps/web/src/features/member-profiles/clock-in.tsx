import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'

const MINUTE = 60_000

/** The time of day somewhere, going on while one looks: "14:05 Europe/Berlin". */
export function ClockIn({ timeZone }: { timeZone: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  const time = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(now)
  return `${time} ${timeZone}`
}
