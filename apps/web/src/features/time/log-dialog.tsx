import { formatDuration, type NewWorkLog, parseDuration, type WorkLog } from '@cairn/contract'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { longDate } from '#ui/dates/day.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface LogDialogProps {
  /** The entry to edit; undefined: a new one. */
  log: WorkLog | undefined
  /** "TRAIL-412" */
  itemKey: string
  onSave: (values: Required<NewWorkLog>) => void
  onClose: () => void
}

/** Time, day and note of an entry. */
export default function LogDialog({ log, itemKey, onSave, onClose }: LogDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(log ? formatDuration(log.duration) : '')
  const [day, setDay] = useState(log?.day ?? todayHere())
  const [description, setDescription] = useState(log?.description ?? '')
  const [isRefused, setRefused] = useState(false)

  const close = useClose(onClose)

  function handleSubmit() {
    const duration = parseDuration(typed)
    if (duration === undefined) return setRefused(true)
    onSave({ duration, day, description: description.trim() })
    close()
  }

  return (
    <FormDialog
      open
      onClose={close}
      size="sm"
      title={t(log ? 'time.edit_on' : 'time.log_on', { key: itemKey })}
      onSubmit={handleSubmit}
      action={t(log ? 'time.save' : 'time.log')}
    >
      <Input
        size="lg"
        label={t('time.duration')}
        required
        autoComplete="off"
        placeholder={t('time.duration_placeholder')}
        hint={t('time.duration_hint')}
        error={isRefused && t('time.not_a_duration')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
      />
      <div>
        <span className="mb-1 flex h-5 items-center font-medium">{t('time.day')}</span>
        <DatePicker
          label={t('time.day')}
          value={day}
          clearable={false}
          onChange={(picked) => picked && setDay(picked)}
          trigger={
            <Button size="lg" icon={CalendarDays}>
              {longDate(day)}
            </Button>
          }
        />
      </div>
      <Textarea
        label={t('time.note')}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  )
}
