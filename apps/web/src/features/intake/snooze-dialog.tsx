import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { parseDay, toDay } from '#ui/dates/day.ts'
import { DayCalendar } from '#ui/dates/day-calendar.tsx'
import { momentAt, todayHere } from '#ui/dates/own-zone.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface SnoozeDialogProps {
  /** The end of the snooze: the start of a day, in the user's time zone. */
  onSnooze: (till: string) => void
  onClose: () => void
}

function tomorrow() {
  const date = parseDay(todayHere()) ?? new Date()
  date.setDate(date.getDate() + 1)
  return date
}

export default function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation()
  const [day, setDay] = useState<Date>()
  const first = tomorrow()

  const close = useClose(onClose)

  function handleSubmit() {
    if (!day) return
    onSnooze(momentAt(toDay(day), 0).toISOString())
    close()
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('intake.snooze.title')}
      description={t('intake.snooze.text')}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!day}>
            {t('intake.snooze.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex justify-center">
        <DayCalendar value={day} min={first} onChange={setDay} />
      </div>
    </Dialog>
  )
}
