import { type ReactNode, useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'

interface WidgetCardProps {
  title: string
  /** Muted, next to the title. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function WidgetCard({ title, note, actions, children }: WidgetCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-10 items-center gap-2 pr-2 pl-4">
        <h3 id={id} className="min-w-0 truncate font-medium">
          {title}
        </h3>
        {note && <span className="shrink-0 text-small text-ink-3">{note}</span>}
        <div className="ml-auto flex shrink-0 items-center">{actions}</div>
      </div>
      <div className="flex min-h-0 min-w-0 grow flex-col overflow-y-auto px-4 pb-3">{children}</div>
    </section>
  )
}

interface ShownProps<Data> {
  read: { data: Data | undefined; isError: boolean; refetch: () => unknown }
  isEmpty?: (data: Data) => boolean
  empty: string
  children: (data: Data) => ReactNode
}

/** The loaded data, or why there is none. */
export function Shown<Data>({ read, isEmpty, empty, children }: ShownProps<Data>) {
  const { t } = useTranslation()
  const { data, isError, refetch } = read
  if (data === undefined) {
    if (isError) {
      return <NotRead onRetry={() => void refetch()}>{t('home.dashboard.not_read')}</NotRead>
    }
    return (
      <SkeletonGroup>
        <div className="flex flex-col gap-4 pt-2">
          {[220, 260, 180, 240].map((width) => (
            <Skeleton key={width} width={width} className="max-w-full" />
          ))}
        </div>
      </SkeletonGroup>
    )
  }
  if (isEmpty?.(data)) {
    return <p className="grid grow place-items-center py-6 text-center text-ink-2">{empty}</p>
  }
  return children(data)
}
