import { formatDuration } from '@cairn/contract'
import { Square } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Clock } from '#entities/time/clock.tsx'
import { useStopTimer, useTimer } from '#entities/time/timer.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Link } from '#ui/router/link.tsx'

/** In the header of every screen while the user's timer runs: its item, the time, and Stop. */
export default function RunningTimer() {
  const { t } = useTranslation()
  const timer = useTimer()
  const stop = useStopTimer()
  if (!timer) return null
  const { item, workspace_slug: slug, started_at } = timer
  const key = `${item.project_identifier}-${item.sequence_id}`
  const handleStop = () =>
    stop.mutate(timer, {
      onSuccess: ({ duration }) =>
        toast({
          kind: 'success',
          title: t('time.logged_on', { duration: formatDuration(duration), key }),
        }),
    })
  return (
    <section
      aria-label={t('time.running')}
      className="flex h-7 min-w-0 items-center gap-1.5 rounded-md border border-accent-line bg-accent-subtle pl-2 max-md:h-9"
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
      <Link
        to="/$slug/browse/$key/"
        params={{ slug, key }}
        className="focus-inset flex h-full max-w-64 min-w-0 items-center gap-1.5 rounded-xs text-small hover:underline max-md:pr-2"
      >
        <span className="shrink-0 text-ink-2 tabular-nums max-md:hidden">{key}</span>
        <span className="truncate max-lg:sr-only">{item.name}</span>
        <Clock since={started_at} className="text-accent-ink" />
      </Link>
      {/* On a phone the item has it: here is only room for the screen's name. */}
      <span className="flex max-md:hidden">
        <IconButton
          size="sm"
          icon={Square}
          iconSize={12}
          label={t('time.stop')}
          className="text-accent-ink"
          onClick={handleStop}
        />
      </span>
    </section>
  )
}
