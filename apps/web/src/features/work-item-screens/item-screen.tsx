import { Archive, ArrowLeft, ChevronLeft, PanelRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { copyItemKey } from '#entities/work-item/copy-item.ts'
import { continueAt, type ItemRef } from '#entities/work-item/hooks.ts'
import { archivedItemAddress, itemAddress } from '#entities/work-item/item-address.ts'
import { ItemContext, type ItemPage } from '#entities/work-item/item-context.ts'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import type { Saving } from '#entities/work-item/save-status.tsx'
import {
  ItemActions,
  ItemContent,
  type ItemHandle,
  ItemMissing,
  useOpenPage,
} from '#features/work-item-detail/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { PeekHost } from './peek-host.tsx'

export function ItemScreen() {
  const { slug, key } = useParams('/$slug/browse/$key')
  return <ItemAt key={key} place={{ slug, key: key.toUpperCase() }} />
}

export function ArchivedItemScreen() {
  const { slug, projectId, id } = useParams('/$slug/projects/$projectId/archives/issues/$id')
  return <ItemAt key={id} place={{ slug, project_id: projectId, id }} />
}

/** An old URL that no longer resolves. */
export function MissingItemScreen() {
  const { slug } = useParams('/$slug')
  return (
    <>
      <ShellHeader>{null}</ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        <ItemMissing wayOut={`/${slug}/projects/`} />
      </div>
    </>
  )
}

function ItemAt({ place }: { place: ItemRef }) {
  const { t } = useTranslation()
  const { slug } = place
  const to = (address: string) => void navigate({ to: address })
  const opened = useOpenPage(place, handleLeave)
  const page = opened.status === 'ready' ? opened.page : undefined
  usePageTitle(page && t('item.page_title', { key: page.key, name: page.item.name }))

  function handleLeave(...[why, moved]: Parameters<ItemPage['onLeave']>) {
    if (!page) return
    const { project, item, key } = page
    const list = `/${slug}/projects/${project.id}/`
    if (why === 'archived') to(archivedItemAddress(slug, project.id, item.id))
    else if (why === 'restored') to(itemAddress(slug, key))
    else if (why === 'moved' && moved) {
      continueAt(slug, moved)
      to(itemAddress(slug, moved))
    }
    // Back to the list the user came from, even if the item was moved or deleted.
    else to('key' in place ? `${list}issues/` : `${list}archives/issues/`)
  }

  // The URL has a key from another project, or in other case.
  const named = 'key' in place ? place.key : undefined
  const key = page?.isPartial || opened.isFetching ? undefined : page?.key
  const item = page?.item
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router's own function, and the item of this key
  useEffect(() => {
    if (!named || !key || !item || key.toUpperCase() === named) return
    continueAt(slug, key, item)
    void navigate({ to: itemAddress(slug, key) as string, replace: true })
  }, [slug, named, key])

  if (opened.status === 'missing') return <MissingItemScreen />
  if (opened.status === 'failed') {
    return <NotLoaded title={t('item.not_loaded')} onRetry={opened.retry} />
  }
  if (!page) {
    return (
      <>
        <ShellHeader>{null}</ShellHeader>
        <ItemSkeleton />
      </>
    )
  }
  return (
    <ItemContext value={page}>
      <FullPage page={page} saving={opened.saving} />
    </ItemContext>
  )
}

function FullPage({ page, saving }: { page: ItemPage; saving: Saving }) {
  const { t } = useTranslation()
  const { slug, project, key, isArchived } = page
  const small = useSmallScreen()
  const content = useRef<ItemHandle>(null)
  const [panel, setPanel] = useStored('cairn.item-panel', true)
  const list = { slug, projectId: project.id }
  const { is_epic } = page.item
  const above = is_epic
    ? ({ to: '/$slug/projects/$projectId/epics/', name: t('shell.epics') } as const)
    : ({ to: '/$slug/projects/$projectId/issues/', name: t('item.work_items') } as const)

  const actions = (
    <ItemActions
      saving={saving}
      onEdit={() => content.current?.edit()}
      onParent={() => content.current?.openParent()}
      after={
        !small && (
          <span className="ml-1 border-l border-line pl-2">
            <IconButton
              icon={PanelRight}
              label={t('item.properties.title')}
              pressed={panel}
              onClick={() => setPanel(!panel)}
            />
          </span>
        )
      }
    />
  )
  const copyKey = (
    <Tooltip label={t('item.click_to_copy')}>
      <button
        type="button"
        aria-label={t('item.copy_key_of', { key })}
        onClick={() => void copyItemKey(key)}
        className="hit rounded-sm"
      >
        <Identifier value={key} />
      </button>
    </Tooltip>
  )

  return (
    <>
      {small ? (
        <HeaderBar actions={actions}>
          <Link
            to={above.to}
            params={list}
            aria-label={t('item.back')}
            className="grid size-11 place-items-center text-ink-3"
          >
            <ChevronLeft size={16} aria-hidden />
          </Link>
          {copyKey}
        </HeaderBar>
      ) : (
        <ShellHeader actions={actions}>
          <IconButton
            size="sm"
            icon={ArrowLeft}
            label={t('item.back')}
            onClick={() => history.back()}
          />
          <Breadcrumbs>
            <ProjectCrumb slug={slug} project={project} />
            <Crumb>
              <Link to={above.to} params={list}>
                {above.name}
              </Link>
            </Crumb>
            <Crumb current>{copyKey}</Crumb>
          </Breadcrumbs>
        </ShellHeader>
      )}
      {isArchived && <Banner icon={Archive}>{t('item.is_archived')}</Banner>}
      <PeekHost slug={slug}>
        <ItemContent key={page.item.id} ref={content} large panel={panel ? 320 : undefined} />
      </PeekHost>
    </>
  )
}
