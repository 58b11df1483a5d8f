import type { ItemNotification } from '@cairn/contract'
import { ChevronLeft, Maximize2, X } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { archivedItemAddress, itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { ItemMissing, ItemPane, useOpenPage } from '#features/work-item-detail/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { navigate } from '#ui/router/router.ts'
import type { WorkspaceRef } from './hooks.ts'

const IntakeDetail = lazy(async () => {
  const { IntakeDetail: component } = await import('#features/intake/intake-detail.tsx')
  return { default: component }
})

interface NotifiedItemProps {
  place: WorkspaceRef
  notification: ItemNotification
  onClose: () => void
}

/** The item of a notification, with all actions available on its page. */
export function NotifiedItem({ place, notification, onClose }: NotifiedItemProps) {
  const { slug } = place
  const small = useSmallScreen()
  const { issue } = notification.data
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === issue.project_id)
  if (!projects) return <ItemSkeleton panel={false} />
  // Its project's identifier may have changed since.
  const key = keyOf(project ?? issue, issue)
  if (!notification.is_intake_issue) {
    return <WorkItemPane slug={slug} issue={issue} itemKey={key} onClose={onClose} />
  }
  if (!project) return <ItemMissing />

  /** Once decided, the item is a work item or gone; the refetched list shows which. */
  function handleDecided() {
    void queryClient.invalidateQueries({ queryKey: ['notifications', slug] })
    return () => undefined
  }

  return (
    <Suspense fallback={<ItemSkeleton panel={false} />}>
      <IntakeDetail
        slug={slug}
        project={project}
        id={issue.id}
        onStep={undefined}
        onDecided={handleDecided}
        onMissing={onClose}
        onBack={small ? onClose : undefined}
      />
    </Suspense>
  )
}

interface WorkItemPaneProps {
  slug: string
  issue: ItemNotification['data']['issue']
  itemKey: string
  onClose: () => void
}

function WorkItemPane(props: WorkItemPaneProps) {
  const { slug, issue, itemKey, onClose } = props
  const opened = useOpenPage({ slug, key: itemKey }, onClose)
  // An archived item is no longer found at the URL of its key.
  if (opened.status === 'missing') return <ArchivedPane {...props} />
  return <Pane {...props} opened={opened} address={itemAddress(slug, itemKey)} issue={issue} />
}

function ArchivedPane(props: WorkItemPaneProps) {
  const { slug, issue, onClose } = props
  const { project_id, id } = issue
  const opened = useOpenPage({ slug, project_id, id }, onClose)
  return <Pane {...props} opened={opened} address={archivedItemAddress(slug, project_id, id)} />
}

interface PaneProps extends WorkItemPaneProps {
  opened: ReturnType<typeof useOpenPage>
  address: string
}

function Pane({ itemKey, opened, address, onClose }: PaneProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  return (
    <ItemPane
      itemKey={itemKey}
      opened={opened}
      leading={
        <>
          <IconButton
            icon={small ? ChevronLeft : X}
            label={small ? t('item.back') : t('inbox.close')}
            onClick={onClose}
          />
          <IconButton
            icon={Maximize2}
            label={t('item.open_page')}
            onClick={() => void navigate({ to: address as string })}
          />
        </>
      }
    />
  )
}
