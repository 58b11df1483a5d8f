import type { ProjectPage } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { pageAddress, pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { AccessMark, accessIcon } from './page-marks.tsx'

const PublicPill = lazy(() => import('#entities/publication/public-pill.tsx'))

interface PageCrumbProps {
  scope: PageScope
  page: ProjectPage
  /** To its siblings. */
  pages: readonly ProjectPage[]
}

/** The page one is in, and the way to the others of the project. */
export function PageCrumb({ scope, page, pages }: PageCrumbProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const name = pageName(page)
  const siblings = pages.filter(({ id, archived_at }) => !archived_at || id === page.id)
  return (
    <Crumb
      current
      icon={pageLogo(page)}
      after={
        <>
          {siblings.length > 0 && (
            <Combobox
              label={t('pages.switch')}
              trigger={
                <IconButton
                  size="sm"
                  icon={ChevronsUpDown}
                  iconSize={14}
                  label={t('pages.switch')}
                  className="-ml-1"
                />
              }
              options={siblings.map((one) => ({
                value: one.id,
                label: pageName(one),
                icon: <Icon of={accessIcon(one)} size={14} className="text-ink-3" />,
              }))}
              value={page.id}
              onChange={(id) => {
                const to: string = pageAddress(scope, { id })
                void navigate({ to })
              }}
            />
          )}
          <AccessMark page={page} />
          {page.anchor && (
            <Suspense>
              <PublicPill kind="page" anchor={page.anchor} />
            </Suspense>
          )}
        </>
      }
    >
      <Tooltip label={name}>
        <span className="truncate">{name}</span>
      </Tooltip>
    </Crumb>
  )
}
