import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { DayCalendar } from '#ui/day-calendar.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface SnoozeDialogProps {
  /** The moment it shall come back: the beginning of a day, here where it was chosen. */
  onSnooze: (till: string) => void
  onClose: () => void
}

function tomorrow() {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
}

export default function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [day, setDay] = useState<Date>()
  const first = tomorrow()

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  function handleSubmit() {
    if (!day) return
    onSnooze(day.toISOString())
    close()
  }

  return (
    <Dialog
      open={open}
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
