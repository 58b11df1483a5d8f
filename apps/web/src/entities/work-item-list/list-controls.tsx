import { ChevronDown, ListFilter, SlidersHorizontal } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import type { TriggerElement } from '#ui/overlays/popup-trigger.tsx'
import { useCommands } from '#ui/platform/commands.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { FilterPopover, loadFilterMenu } from './filter-popover.tsx'
import { layoutIcons } from './layout-icons.ts'
import { abilitiesOf, type ListContext } from './list-context.ts'
import { hasFilters, type ListSettings } from './list-settings.ts'
import type { ListSettingsActions } from './use-list-settings.ts'

const DisplayPanel = lazy(() => import('./display-panel.tsx'))

export interface ListControlsProps {
  context: ListContext
  settings: ListSettings
  set: ListSettingsActions
  /** Guests see a view as it was saved. */
  mayFilter?: boolean
  /** Shows only filters, not kinds of work. */
  withoutKinds?: boolean
}

function useLayoutChoices(context: ListContext) {
  const { t } = useTranslation()
  return abilitiesOf(context).layouts.map((layout) => ({
    value: layout,
    label: t(`work_items.layouts.${layout}`),
    icon: layoutIcons[layout],
  }))
}

/** In the header: layout, filters, display. */
export function ListControls(props: ListControlsProps) {
  const { context, settings, set, mayFilter = true } = props
  const { t } = useTranslation()
  const choices = useLayoutChoices(context)
  const [filtering, setFiltering] = useState(false)
  useEffect(() => void afterFirstScreen().then(loadFilterMenu), [])
  useCommands([
    {
      ...{ id: 'list.filters', group: 'project', shortcut: 'f', icon: ListFilter },
      label: t('work_items.filter_list'),
      ...(mayFilter && { run: () => setFiltering(true) }),
    },
  ])
  return (
    <>
      {choices.length > 1 && (
        <Segment
          label={t('work_items.layout')}
          options={choices}
          value={settings.display.layout}
          onChange={(layout) => set.setDisplay({ layout })}
        />
      )}
      <FiltersPopover
        {...props}
        open={filtering}
        onOpenChange={setFiltering}
        trigger={
          <Button
            variant="ghost"
            icon={ListFilter}
            disabled={!mayFilter}
            after={isFiltered(settings) && <FilterDot />}
          >
            {t('work_items.filters')}
          </Button>
        }
      />
      <DisplayPopover
        {...props}
        trigger={
          <Button variant="ghost" icon={SlidersHorizontal}>
            {t('work_items.display')}
          </Button>
        }
      />
    </>
  )
}

/** Under the header of small screens: the same three, of equal width. */
export function SmallListControls(props: ListControlsProps) {
  const { context, settings, set, mayFilter = true } = props
  const { t } = useTranslation()
  const choices = useLayoutChoices(context)
  const { layout } = settings.display
  return (
    <MenuBar>
      {choices.length > 1 && (
        <Menu
          trigger={
            <button type="button">
              <Icon of={layoutIcons[layout]} />
              {t(`work_items.layouts.${layout}`)}
              <Icon of={ChevronDown} size={14} />
            </button>
          }
          items={choices.map(({ value, label, icon }) => ({
            label,
            icon,
            checked: value === layout,
            onSelect: () => set.setDisplay({ layout: value }),
          }))}
        />
      )}
      <FiltersPopover
        {...props}
        trigger={
          <button type="button" disabled={!mayFilter}>
            <Icon of={ListFilter} />
            {t('work_items.filters')}
            {isFiltered(settings) && <FilterDot />}
          </button>
        }
      />
      <DisplayPopover
        {...props}
        trigger={
          <button type="button">
            <Icon of={SlidersHorizontal} />
            {t('work_items.display')}
          </button>
        }
      />
    </MenuBar>
  )
}

const isFiltered = (settings: ListSettings) =>
  hasFilters(settings) || settings.display.type !== null

export function FilterDot() {
  const { t } = useTranslation()
  return (
    <span
      role="img"
      aria-label={t('work_items.filtered')}
      className="ml-0.5 size-1.75 rounded-full bg-accent"
    />
  )
}

interface Opened extends ListControlsProps {
  trigger: TriggerElement
}

interface OpenedFilters extends Opened {
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function FiltersPopover(props: OpenedFilters) {
  const { trigger, context, settings, set, withoutKinds, open, onOpenChange } = props
  return (
    <FilterPopover
      trigger={trigger}
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange })}
      context={context}
      settings={settings}
      onChange={set.setFilters}
      onKind={withoutKinds ? undefined : (type) => set.setDisplay({ type })}
    />
  )
}

export function DisplayPopover({ trigger, ...props }: Opened) {
  const { t } = useTranslation()
  return (
    <Popover trigger={trigger} label={t('work_items.display')} align="end" width={320} bare sheet>
      <Suspense fallback={<div className="h-96" />}>
        <DisplayPanel {...props} />
      </Suspense>
    </Popover>
  )
}
