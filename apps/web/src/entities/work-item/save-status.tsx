import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { SaveStatus } from './autosave.ts'

export interface Saving {
  status: SaveStatus
  retry?: () => void
}

/** The worst status of the texts is shown: failed before saving before saved. */
const rank: Record<SaveStatus, number> = { failed: 3, saving: 2, saved: 1, idle: 0 }

export function useSaveStatus() {
  const [parts, setParts] = useState<Record<string, Saving>>({})
  const [worst = { status: 'idle' as const }] = Object.values(parts).sort(
    (a, b) => rank[b.status] - rank[a.status],
  )
  const report = (of: string, status: SaveStatus, retry: () => void) =>
    setParts((before) =>
      before[of]?.status === status ? before : { ...before, [of]: { status, retry } },
    )
  return [worst, report] as const
}

/** Nothing for a moment, then "Saving…", then "Saved" until it fades. */
export function SaveStatusText({ saving: { status, retry } }: { saving: Saving }) {
  const { t } = useTranslation()
  const shown = useDelayed(status)
  return (
    <span role="status" className="flex shrink-0 items-center gap-1 text-small text-ink-3">
      {shown === 'saving' && (
        <>
          <Spinner size={14} />
          {t('item.saving')}
        </>
      )}
      {shown === 'saved' && (
        <>
          <Icon of={Check} size={14} />
          {t('item.saved')}
        </>
      )}
      {shown === 'failed' && (
        <>
          <span className="text-danger-ink">{t('item.not_saved')}</span>
          <Button size="sm" variant="ghost" onClick={retry}>
            {t('common.try_again')}
          </Button>
        </>
      )}
    </span>
  )
}

function useDelayed(status: SaveStatus): SaveStatus {
  const [shown, setShown] = useState<SaveStatus>('idle')
  useEffect(() => {
    if (status === 'failed' || status === 'idle') return setShown(status)
    if (status === 'saving') {
      const timer = setTimeout(() => setShown('saving'), 300)
      return () => clearTimeout(timer)
    }
    setShown('saved')
    const timer = setTimeout(() => setShown('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [status])
  return shown
}
