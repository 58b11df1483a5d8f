import type { ProjectPage } from '@cairn/contract'
import { ChevronsUpDown, Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { pageAddress, pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { AccessMark, accessIcon } from './page-marks.tsx'
import { ancestorsOf } from './page-tree.ts'

const PublicPill = lazy(() => import('#entities/publication/public-pill.tsx'))

interface PageCrumbProps {
  scope: PageScope
  page: ProjectPage
  /** All pages of the project. */
  pages: readonly ProjectPage[]
}

/** Where there are more, only the nearest are shown. */
const SHOWN_LIMIT = 2

/** Its ancestor pages. */
export function ParentCrumbs({ scope, page, pages }: PageCrumbProps) {
  const { t } = useTranslation()
  const all = ancestorsOf(pages, page)
  const folded = all.slice(0, -SHOWN_LIMIT)
  return (
    <>
      {folded.length > 0 && (
        <Crumb>
          <Menu
            trigger={
              <IconButton size="sm" icon={Ellipsis} iconSize={14} label={t('pages.more_parents')} />
            }
            items={folded.map((one) => ({
              label: pageName(one),
              icon: pageLogo(one),
              onSelect: () => {
                const to: string = pageAddress(scope, one)
                void navigate({ to })
              },
            }))}
          />
        </Crumb>
      )}
      {all.slice(-SHOWN_LIMIT).map((one) => (
        <Crumb key={one.id} icon={pageLogo(one)}>
          <Link to={pageAddress(scope, one)}>{pageName(one)}</Link>
        </Crumb>
      ))}
    </>
  )
}

/** The current page, with a menu of its siblings. */
export function PageCrumb({ scope, page, pages }: PageCrumbProps) {
  const { t } = useTranslation()
  const name = pageName(page)
  const siblings = pages.filter(
    ({ id, archived_at, parent }) => id === page.id || (!archived_at && parent === page.parent),
  )
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
