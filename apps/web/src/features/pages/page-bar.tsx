import { PanelRight } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import type { Writing } from './page-editor.tsx'

const FormatBar = lazy(() => import('./format-bar.tsx'))

interface PageBarProps {
  slug: string
  /** Undefined if the text is read-only or the buttons are hidden. */
  writing: Writing | undefined
  present: readonly string[]
  isPaneOpen: boolean
  onPane: () => void
}

/** Toolbar above the text: formatting, who else is here, and the outline button. */
export function PageBar({ slug, writing, present, isPaneOpen, onPane }: PageBarProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const here = present.flatMap((id) => people.get(id) ?? [])
  return (
    <div className="flex h-10 shrink-0 items-center gap-3 border-b border-line-subtle pr-3 pl-3 max-md:h-12">
      <Suspense>{writing && <FormatBar {...writing} />}</Suspense>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {here.length > 1 && (
          <section aria-label={t('pages.present')}>
            <AvatarGroup people={here} size={24} />
          </section>
        )}
        <IconButton
          icon={PanelRight}
          pressed={isPaneOpen}
          label={t(isPaneOpen ? 'pages.close_pane' : 'pages.open_pane')}
          onClick={onPane}
        />
      </div>
    </div>
  )
}
