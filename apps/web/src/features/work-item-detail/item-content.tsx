import { MEMBER } from '@cairn/contract'
import { type Ref, Suspense, useImperativeHandle, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useReact, useReactions } from '#entities/reaction/hooks.ts'
import { ReactionBar } from '#entities/reaction/reaction-bar.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { DescriptionHistory } from '#features/description-versions/description-history.tsx'
import { ActivitySection } from '#features/history/activity-section.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { DescriptionField } from './description-field.tsx'
import type { DescriptionHandle } from './description-text.tsx'
import { DropZone } from './drop-zone.tsx'
import { ParentStrip } from './parent-strip.tsx'
import { PropertyList } from './properties.tsx'
import { PropertyPills } from './property-pills.tsx'
import { TitleField } from './title-field.tsx'
import { TypeDetails } from './type-details.tsx'
import { TypePill } from './type-pill.tsx'
import { HangingSections, SubItems, useWidgets, WidgetButtons, WidgetDialogs } from './widgets.tsx'

const EpicUpdates = lazy(() => import('./epic-updates.tsx'))

export interface ItemHandle {
  edit(): void
  openParent(): void
}

interface ItemContentProps {
  /**
   * Width of a separate column for properties and attached sections; without it they are inline.
   */
  panel?: 320 | 400
  /** On the full page of the item. */
  large?: boolean
  ref?: Ref<ItemHandle>
}

/** The item itself, in any frame. */
export function ItemContent({ panel, large, ref }: ItemContentProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { canAttach, item, project } = page
  const details = item.type_id && (item.is_epic || project.type_ids.length > 0) && <TypeDetails />
  const updates = item.is_epic && (
    <Suspense>
      <EpicUpdates />
    </Suspense>
  )
  const small = useSmallScreen()
  const widgets = useWidgets()
  const title = useRef<HTMLTextAreaElement>(null)
  const description = useRef<DescriptionHandle>(null)
  const beside = panel !== undefined && !small

  useImperativeHandle(ref, () => ({
    edit: () => title.current?.focus(),
    openParent: widgets.openParent,
  }))

  return (
    <DropZone
      onFiles={canAttach ? widgets.upload : undefined}
      className="flex min-h-0 grow overflow-hidden"
    >
      <div className="min-w-0 grow overflow-y-auto max-md:scroll-pb-24">
        <div className="mx-auto w-188 max-w-full px-4 pt-6 pb-16 max-md:pt-4 max-md:pb-0">
          <div className="mb-3 flex items-center gap-2 empty:hidden">
            <TypePill />
            <ParentStrip />
          </div>
          <TitleField ref={title} large={large} onDone={() => description.current?.focus()} />
          {small && (
            <div className="mt-3">
              <PropertyPills onParent={widgets.openParent} />
              {details}
            </div>
          )}
          <div className="mt-2">
            <DescriptionField ref={description} />
          </div>
          <BelowDescription onRestore={(html) => description.current?.replace(html)} />
          <div className="mt-4">
            <WidgetButtons widgets={widgets} />
          </div>
          <SubItems widgets={widgets} />
          {!beside && updates}
          {!beside && <HangingSections widgets={widgets} />}
          {!beside && !small && (
            <section
              aria-label={t('item.properties.title')}
              className="-mx-4 mt-4 border-y border-line-subtle px-4 py-3"
            >
              <PropertyList onParent={widgets.openParent} />
              {details}
            </section>
          )}
          <ActivitySection />
        </div>
      </div>
      {beside && (
        <aside
          aria-label={t('item.properties.title')}
          style={{ width: panel }}
          className="shrink-0 overflow-y-auto border-l border-line px-5 py-3"
        >
          <h2 className="flex h-8 items-center font-medium">{t('item.properties.title')}</h2>
          <PropertyList onParent={widgets.openParent} />
          <div className="-mx-5 mt-4 border-t border-line-subtle px-5 pt-2 empty:hidden">
            {details}
          </div>
          <div className="-mx-5 mt-4 border-t border-line-subtle px-5 pt-2 empty:hidden">
            {updates}
            <HangingSections widgets={widgets} />
          </div>
        </aside>
      )}
      <WidgetDialogs widgets={widgets} />
    </DropZone>
  )
}

/** Reactions, and the last editor of the text. */
export function BelowDescription({ onRestore }: { onRestore: (html: string) => void }) {
  const page = useItemPage()
  const { slug, project, canDiscuss, isPartial } = page
  const place = placeOf(page)
  const reactions = useReactions(place)
  const react = useReact(place)
  const isMember = (project.member_role ?? 0) >= MEMBER
  return (
    <div
      className={classNames(
        'mt-3 flex min-h-7 items-center gap-x-4 gap-y-2 max-md:flex-wrap',
        isPartial && 'invisible',
      )}
    >
      <ReactionBar
        slug={slug}
        reactions={reactions.toReversed()}
        onToggle={canDiscuss ? (code, on) => react.mutate({ code, on }) : undefined}
      />
      {isMember && (
        <span className="ml-auto flex min-w-0">
          <DescriptionHistory onRestore={onRestore} />
        </span>
      )}
    </div>
  )
}
