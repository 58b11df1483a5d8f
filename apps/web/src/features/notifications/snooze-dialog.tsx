import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { parseDay } from '#ui/dates/day.ts'
import { DayCalendar } from '#ui/dates/day-calendar.tsx'
import { momentText, todayHere } from '#ui/dates/own-zone.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { momentOf, timesOf } from './snooze-times.ts'

interface SnoozeDialogProps {
  onSnooze: (till: string) => void
  onClose: () => void
}

/** Picks a date and a time in half-hour steps. */
export default function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation()
  const [day, setDay] = useState<Date>()
  const [minutes, setMinutes] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const times = day ? timesOf(day) : []
  const chosen = day && minutes !== null && times.includes(minutes) ? minutes : null
  const today = parseDay(todayHere()) ?? new Date()

  const close = useClose(onClose)

  function handleSubmit() {
    setTried(true)
    if (!day || chosen === null) return
    onSnooze(momentOf(day, chosen).toISOString())
    close()
  }

  const noTime = day && times.length === 0
  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('inbox.custom.title')}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('inbox.custom.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div>
          <p className="mb-1 font-medium">{t('inbox.custom.day')}</p>
          <div className="flex justify-center">
            <DayCalendar value={day} min={today} onChange={setDay} />
          </div>
          {tried && !day && (
            <p role="alert" className="text-small text-danger-ink">
              {t('inbox.custom.no_day')}
            </p>
          )}
        </div>
        <Select
          label={t('inbox.custom.time')}
          placeholder={t('inbox.custom.time')}
          options={times.map((value) => ({
            value,
            label: momentText(momentOf(day ?? today, value), 'time'),
          }))}
          value={chosen}
          onChange={setMinutes}
          disabled={!day || times.length === 0}
          hint={noTime ? t('inbox.custom.no_times') : undefined}
          error={tried && day && !noTime && chosen === null ? t('inbox.custom.no_time') : undefined}
        />
      </div>
    </Dialog>
  )
}
