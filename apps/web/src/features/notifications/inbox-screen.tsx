import {
  isItemNotification,
  isPageNotification,
  isRecurrenceNotification,
  isUpdateNotification,
  type Notification,
  type NotificationPatch,
} from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { stepAround } from '#ui/lists/step-around.ts'
import { useKeys } from '#ui/platform/hotkeys.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import {
  notificationAt,
  useChangeNotification,
  useInbox,
  useReadAll,
  useUnread,
  type WorkspaceRef,
} from './hooks.ts'
import { InboxActions, InboxFilters, InboxList, InboxTabs } from './inbox-list.tsx'
import { firstView, type Tab } from './inbox-view.ts'
import { hashOf, NotificationRow } from './notification-row.tsx'
import { NotifiedItem } from './notified-item.tsx'
import { NotifiedPage } from './notified-page.tsx'
import { NotifiedRecurrence } from './notified-recurrence.tsx'
import { NotifiedUpdate } from './notified-update.tsx'

/** Notifications about items the user follows, and next to them the item itself. */
export function InboxScreen() {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { currentTab } = useSearch()
  const tab: Tab = currentTab === 'mentions' ? 'mentions' : 'all'
  usePageTitle(workspace && t('inbox.page_title', { workspace: workspace.name }))
  if (!workspace) return null
  const place = { slug, workspace_id: workspace.id }
  // A tab is reset whenever it is opened.
  return <InboxTab key={tab} place={place} tab={tab} />
}

/** The selection is part of the URL, so that links and Back lead to it. */
function useSelection({ slug }: WorkspaceRef, tab: Tab) {
  const { notification } = useSearch()
  const search = tab === 'mentions' ? { currentTab: tab } : {}
  const go = (id: string | undefined, to: object = search, replace = false, hash?: string) =>
    void navigate({
      to: `/${slug}/notifications/` as string,
      search: { ...to, ...(id && { notification: id }) },
      ...(hash && { hash }),
      replace,
    })
  return { selected: notification, search, go }
}

function InboxTab({ place, tab }: { place: WorkspaceRef; tab: Tab }) {
  const { slug } = place
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { selected, search, go } = useSelection(place, tab)
  const [view, setView] = useState(() => firstView(tab))
  const [markingAll, setMarkingAll] = useState(false)
  const list = useInbox(place, view)
  const unread = useUnread(place)
  const change = useChangeNotification(place)
  const readAll = useReadAll(place)
  const items = list.items ?? []
  const opened = useOpened(place, items, selected, () => go(undefined, search, true))

  const changeBy = (notification: Notification) => (patch: NotificationPatch) =>
    change.mutate({ notification, patch })

  const unseen = opened && !opened.read_at ? opened : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened; who marks it unread then wants that
  useEffect(() => {
    if (unseen)
      change.mutate({ notification: unseen, patch: { read_at: new Date().toISOString() } })
  }, [unseen?.id])

  function step(by: 1 | -1) {
    const ids = items.map(({ id }) => id)
    const next = stepAround(ids, selected, by)
    if (!next) return
    const row = document.querySelector<HTMLElement>(`[data-notification="${next}"]`)
    if (document.activeElement?.matches('[data-notification]')) row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    const notification = items.find(({ id }) => id === next)
    go(next, search, false, notification && hashOf(notification))
  }
  useKeys((key) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key]
    return by && items.length > 0 ? { run: () => step(by) } : undefined
  })

  function handleReadAll() {
    setMarkingAll(true)
    const done = () => setMarkingAll(false)
    readAll.mutate(view, { onSuccess: done, onFailure: done })
  }

  return (
    <div className="flex min-h-0 grow">
      {!(small && selected) && (
        <section
          aria-label={t('inbox.title')}
          className="flex w-1/3 max-w-110 min-w-80 shrink-0 flex-col border-r border-line max-md:w-full max-md:max-w-none max-md:border-r-0"
        >
          <ShellHeader
            actions={
              <span className="flex items-center">
                <InboxActions
                  view={view}
                  onView={setView}
                  list={list}
                  busy={markingAll}
                  onReadAll={handleReadAll}
                />
              </span>
            }
          >
            <h1 className="font-semibold">{t('inbox.title')}</h1>
          </ShellHeader>
          <InboxTabs
            tab={tab}
            onTab={(next) => go(undefined, next === 'mentions' ? { currentTab: next } : {})}
            unread={unread}
          />
          <InboxFilters view={view} onView={setView} />
          <div className="min-h-0 grow overflow-y-auto">
            <InboxList
              view={view}
              list={list}
              row={(notification) => (
                <NotificationRow
                  slug={slug}
                  notification={notification}
                  search={search}
                  selected={notification.id === selected}
                  onChange={changeBy(notification)}
                />
              )}
            />
          </div>
        </section>
      )}
      {(selected || !small) && (
        <section aria-label={t(detailOf(opened))} className="flex min-w-0 grow flex-col">
          {selected && !opened && <ItemSkeleton panel={false} />}
          {opened && isItemNotification(opened) && (
            <NotifiedItem
              key={opened.id}
              place={place}
              notification={opened}
              onClose={() => go(undefined)}
            />
          )}
          {opened && isUpdateNotification(opened) && (
            <NotifiedUpdate slug={slug} notification={opened} onClose={() => go(undefined)} />
          )}
          {opened && isRecurrenceNotification(opened) && (
            <NotifiedRecurrence slug={slug} notification={opened} onClose={() => go(undefined)} />
          )}
          {opened && isPageNotification(opened) && (
            <NotifiedPage
              key={opened.id}
              slug={slug}
              notification={opened}
              onClose={() => go(undefined)}
            />
          )}
          {!selected && (
            <p className="grid grow place-items-center px-4 text-ink-3">
              {t('inbox.none_selected')}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function detailOf(opened: Notification | undefined): TextKey {
  if (opened && isPageNotification(opened)) return 'inbox.page_detail'
  if (opened && isRecurrenceNotification(opened)) return 'inbox.recurrence.detail'
  return opened && isUpdateNotification(opened) ? 'updates.form' : 'inbox.detail'
}

/**
 * From the list, or loaded separately if the list does not show it: read ones in the unread list,
 * or a link.
 */
function useOpened(
  place: WorkspaceRef,
  items: readonly Notification[],
  selected: string | undefined,
  onMissing: () => void,
) {
  const listed = items.find(({ id }) => id === selected)
  const { data, error } = useQuery({
    ...notificationAt(place, selected ?? ''),
    enabled: selected !== undefined,
    initialData: listed,
    // It is loaded already, and kept current by events.
    initialDataUpdatedAt: Date.now(),
  })
  const missing = error instanceof ApiError && error.status === 404
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it turns out
  useEffect(() => {
    if (missing) onMissing()
  }, [missing, selected])
  if (!selected || missing) return undefined
  return listed ?? data
}
