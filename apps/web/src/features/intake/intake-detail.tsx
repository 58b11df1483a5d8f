import type { IntakeItemDetail, Project } from '@cairn/contract'
import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isMissing } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { ItemContext } from '#entities/work-item/item-context.ts'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { SaveStatusText } from '#entities/work-item/save-status.tsx'
import { ActivitySection } from '#features/history/activity-section.tsx'
import {
  BelowDescription,
  DescriptionField,
  type DescriptionHandle,
  TitleField,
} from '#features/work-item-detail/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { IntakeAttachments } from './attachments.tsx'
import { useIntakeItem } from './hooks.ts'
import { IntakeActions } from './intake-actions.tsx'
import { IntakeProperties } from './intake-properties.tsx'
import { StatusTag } from './status-tag.tsx'
import { useIntakePage } from './use-intake-page.ts'

interface IntakeDetailProps {
  slug: string
  project: Project
  id: string
  /** Moves to the previous or next one; undefined if there is no other. */
  onStep: ((step: 1 | -1) => void) | undefined
  onDecided: (id: string) => () => void
  /** It is deleted, or not visible to this user. */
  onMissing: () => void
  /** On small screens: back to the list. */
  onBack: (() => void) | undefined
}

export function IntakeDetail(props: IntakeDetailProps) {
  const { slug, project, id, onMissing } = props
  const { t } = useTranslation()
  const { data, error, refetch } = useIntakeItem({ slug, project_id: project.id }, id)
  const missing = isMissing(error)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it turns out
  useEffect(() => {
    if (missing) onMissing()
  }, [missing, id])

  if (missing) return null
  if (error && !data) {
    return <NotLoaded title={t('item.not_loaded')} onRetry={() => void refetch()} />
  }
  if (!data) return <ItemSkeleton panel={false} />
  return <Opened {...props} item={data} />
}

function Opened(props: IntakeDetailProps & { item: IntakeItemDetail }) {
  const { slug, project, item, onStep, onDecided, onMissing, onBack } = props
  const { t } = useTranslation()
  const { page, saving } = useIntakePage({ slug, project, item, onLeave: onMissing })
  const description = useRef<DescriptionHandle>(null)
  return (
    <ItemContext value={page}>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line-subtle pr-3 pl-4 max-md:h-13 max-md:px-2">
        {onBack && <IconButton icon={ChevronLeft} label={t('item.back')} onClick={onBack} />}
        <span className="text-small text-ink-3">
          <Identifier value={page.key} />
        </span>
        <StatusTag item={item} />
        <SaveStatusText saving={saving} />
        <span className="ml-auto flex items-center gap-1.5">
          {onStep && !onBack && (
            <span className="flex items-center">
              <IconButton
                icon={ChevronUp}
                label={t('intake.previous')}
                shortcut="up"
                onClick={() => onStep(-1)}
              />
              <IconButton
                icon={ChevronDown}
                label={t('intake.next')}
                shortcut="down"
                onClick={() => onStep(1)}
              />
            </span>
          )}
          <IntakeActions item={item} onDecided={() => onDecided(item.issue.id)} />
        </span>
      </header>
      <div className="min-h-0 grow overflow-y-auto max-md:scroll-pb-24">
        <div className="mx-auto w-188 max-w-full px-4 pt-6 pb-16 max-md:pt-4 max-md:pb-0">
          <TitleField onDone={() => description.current?.focus()} />
          <div className="mt-2">
            <DescriptionField ref={description} />
          </div>
          <BelowDescription onRestore={(html) => description.current?.replace(html)} />
          <IntakeAttachments />
          <IntakeProperties item={item} />
          <ActivitySection />
        </div>
      </div>
    </ItemContext>
  )
}
