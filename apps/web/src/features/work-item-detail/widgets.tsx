import type { FoundItem, WorkItemLink } from '@cairn/contract'
import { GitBranchPlus, Link, ListTree, Paperclip } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useChangeParent } from '#entities/work-item-list/change-parent.ts'
import { endOf, useAddRelations } from '#entities/work-item-list/change-relations.ts'
import { rowOfFound } from '#entities/work-item-list/row-of-found.ts'
import { AttachmentsSection, useUploads } from '#features/attachments/index.ts'
import { LinksSection, loadLinkDialog } from '#features/links/index.ts'
import {
  type OfferedRelation,
  offered,
  RelationsSections,
  relationIcons,
} from '#features/relations/index.ts'
import { SubItemsSection, useSubItemEntries } from '#features/sub-items/index.ts'
import { loadTimeSection } from '#features/time/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { Presence } from '#ui/platform/presence.tsx'

const ExistingItemsDialog = lazy(() => import('#entities/work-item/existing-items-dialog.tsx'))
const ParentDialog = lazy(() => import('#entities/work-item/parent-dialog.tsx'))
const LinkDialog = lazy(loadLinkDialog)
const TimeSection = lazy(loadTimeSection)

type DialogKind =
  | { kind: 'parent' }
  | { kind: 'sub-items' }
  | { kind: 'relation'; type: OfferedRelation }
  | { kind: 'link'; link?: WorkItemLink }

/** State of an item's attached sections, which are used in two places but held once. */
export function useWidgets() {
  const page = useItemPage()
  const { createWorkItem } = useShell()
  const [dialog, setDialog] = useState<DialogKind>()
  const { uploads, start } = useUploads(placeOf(page))
  const input = useRef<HTMLInputElement>(null)
  return {
    dialog,
    close: () => setDialog(undefined),
    openParent: () => setDialog({ kind: 'parent' }),
    openSubItems: () => setDialog({ kind: 'sub-items' }),
    createSubItem: () =>
      createWorkItem?.({
        project_id: page.project.id,
        parent_id: page.item.id,
        isProjectFixed: true,
      }),
    openRelation: (type: OfferedRelation) => setDialog({ kind: 'relation', type }),
    openLink: (link?: WorkItemLink) => setDialog({ kind: 'link', link }),
    uploads,
    upload: start,
    input,
    attach: () => input.current?.click(),
  }
}

export type Widgets = ReturnType<typeof useWidgets>

/** The row of add buttons. */
export function WidgetButtons({ widgets }: { widgets: Widgets }) {
  const { t } = useTranslation()
  const { canHang, canAttach } = useItemPage()
  const subItems = useSubItemEntries({
    onCreate: widgets.createSubItem,
    onAddExisting: widgets.openSubItems,
  })
  return (
    <div className="flex flex-wrap gap-1.5">
      <Menu
        trigger={
          <Button size="sm" icon={ListTree} disabled={!canHang}>
            {t('item.add_sub_item')}
          </Button>
        }
        items={subItems}
      />
      <Menu
        trigger={
          <Button size="sm" icon={GitBranchPlus} disabled={!canHang}>
            {t('relations.add')}
          </Button>
        }
        items={offered.map((type) => ({
          label: t(`relations.types.${type}`),
          icon: relationIcons[type],
          opens: 'dialog',
          onSelect: () => widgets.openRelation(type),
        }))}
      />
      <Button size="sm" icon={Link} disabled={!canHang} onClick={() => widgets.openLink()}>
        {t('links.add')}
      </Button>
      <Button size="sm" icon={Paperclip} disabled={!canAttach} onClick={widgets.attach}>
        {t('attachments.attach')}
      </Button>
    </div>
  )
}

export function SubItems({ widgets }: { widgets: Widgets }) {
  const { item } = useItemPage()
  return (
    <SubItemsSection
      // Epics have a different view, which is stored separately.
      key={item.is_epic ? 'epic' : 'item'}
      onCreate={widgets.createSubItem}
      onAddExisting={widgets.openSubItems}
    />
  )
}

/** Beside the text where there is a panel, else below the sub-items. */
export function HangingSections({ widgets }: { widgets: Widgets }) {
  const { project } = useItemPage()
  return (
    <>
      {project.is_time_tracking_enabled && (
        <Suspense>
          <TimeSection />
        </Suspense>
      )}
      <RelationsSections onAdd={widgets.openRelation} />
      <LinksSection onEdit={widgets.openLink} />
      <AttachmentsSection uploads={widgets.uploads} onAttach={widgets.attach} />
    </>
  )
}

/** Once per item: the file input and the open dialog. */
export function WidgetDialogs({ widgets }: { widgets: Widgets }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, project, item } = page
  const place = placeOf(page)
  const parents = useChangeParent(slug)
  const addRelations = useAddRelations(slug)
  const { dialog, input } = widgets
  const { close } = widgets
  const where = { slug, project_id: project.id }

  const rowsOf = (found: readonly FoundItem[]) => found.map((one) => rowOfFound(slug, one))

  async function handleSubItems(found: readonly FoundItem[]) {
    try {
      await parents.add(rowsOf(found), item)
      toast({ kind: 'success', title: t('sub_items.added', counted(found.length)) })
    } catch (error) {
      notifyFailure(t('sub_items.not_added'), error)
      throw error
    }
  }

  async function handleRelation(type: OfferedRelation, found: readonly FoundItem[]) {
    try {
      await addRelations({ own: endOf(item), type, others: rowsOf(found).map(endOf) })
      toast({ kind: 'success', title: t('relations.added', counted(found.length)) })
    } catch (error) {
      notifyFailure(t('relations.not_added'), error)
      throw error
    }
  }

  const dialogs: Record<DialogKind['kind'], () => ReactNode> = {
    parent: () => (
      <ParentDialog {...where} item_id={item.id} onPick={page.changeParent} onClose={close} />
    ),
    'sub-items': () => (
      <ExistingItemsDialog
        {...where}
        title={t('item.add_existing_sub_items')}
        wanted={{ sub_issue: 'true', issue_id: item.id }}
        onAdd={handleSubItems}
        onClose={close}
      />
    ),
    relation: () =>
      dialog?.kind === 'relation' && (
        <ExistingItemsDialog
          {...where}
          title={t(`relations.add_to.${dialog.type}`)}
          wanted={{ issue_relation: 'true', issue_id: item.id }}
          acrossProjects
          onAdd={(found) => handleRelation(dialog.type, found)}
          onClose={close}
        />
      ),
    link: () =>
      dialog?.kind === 'link' && <LinkDialog place={place} link={dialog.link} onClose={close} />,
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('attachments.attach')}
        onChange={(event) => {
          widgets.upload([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Presence>{dialog && <Suspense>{dialogs[dialog.kind]()}</Suspense>}</Presence>
    </>
  )
}
