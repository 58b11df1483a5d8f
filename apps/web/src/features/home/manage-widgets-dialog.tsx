import { type HomePreference, orderAmong } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeDashboardWidget, useHomeDashboard } from './dashboard-hooks.ts'
import { useChangeWidget } from './hooks.ts'

interface ManageWidgetsDialogProps {
  slug: string
  widgets: readonly HomePreference[]
  onClose: () => void
}

/** Selects the widgets of the home page, and their order. */
export default function ManageWidgetsDialog({ slug, widgets, onClose }: ManageWidgetsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onClose} size="sm" title={t('home.widgets.manage')}>
      <ul className="flex flex-col">
        {widgets.map(({ key }, index) => (
          <WidgetRow key={key} slug={slug} widgets={widgets} index={index} />
        ))}
      </ul>
      <DashboardWidgets slug={slug} />
    </Dialog>
  )
}

/** The widgets of the user's dashboard are below the others, in a separate order. */
function DashboardWidgets({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const home = useHomeDashboard(slug)
  const change = useChangeDashboardWidget(slug)
  if (!home) return null
  return (
    <section aria-labelledby="dashboard-widgets" className="mt-3 border-t border-line-subtle pt-3">
      <h3 id="dashboard-widgets" className="px-1 text-small font-medium text-ink-2">
        {t('home.dashboard.title')}
      </h3>
      <ul className="flex flex-col">
        {home.widgets.map(({ id, key, is_visible }) => {
          const name = t(`home.dashboard.widgets.${key}`)
          return (
            <li key={id} className="flex h-10 items-center gap-2 px-1">
              <span className="min-w-0 grow truncate">{name}</span>
              <Switch
                aria-label={name}
                checked={is_visible}
                onChange={(checked) =>
                  change.mutate({
                    ...{ dashboard_id: home.dashboard.id, widget_id: id },
                    is_visible: checked,
                  })
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface WidgetRowProps extends Pick<ManageWidgetsDialogProps, 'slug' | 'widgets'> {
  index: number
}

function WidgetRow({ slug, widgets, index }: WidgetRowProps) {
  const { t } = useTranslation()
  const change = useChangeWidget(slug)
  const { key, is_enabled } = widgets[index] as HomePreference
  const name = t(`home.widgets.${key}`)

  function move(moved: string, place: number) {
    const others = widgets.filter((widget) => widget.key !== moved)
    change.mutate(
      { key: moved as HomePreference['key'], sort_order: orderAmong(others, place) },
      { onSuccess: () => toast({ kind: 'success', title: t('home.widgets.moved') }) },
    )
  }

  const steps: Step[] = []
  if (index > 0) steps.push('up')
  if (index < widgets.length - 1) steps.push('down')
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'home-widget',
    id: key,
    name,
    onDrop: (dragged, place) => {
      const others = widgets.filter((widget) => widget.key !== dragged)
      const at = others.findIndex((widget) => widget.key === key)
      move(dragged, place === 'before' ? at : at + 1)
    },
    steps,
    onStep: (step) => move(key, step === 'up' ? index - 1 : index + 1),
  })

  return (
    <li
      {...itemProps}
      className={classNames(
        sortableLook(dragging, drop),
        'flex h-10 items-center gap-2 rounded-md px-1',
      )}
    >
      {steps.length > 0 && <SortableHandle {...handleProps} />}
      <span className="min-w-0 grow truncate">{name}</span>
      <Switch
        aria-label={name}
        checked={is_enabled}
        onChange={(checked) => change.mutate({ key, is_enabled: checked })}
      />
      <DropMark drop={drop} />
    </li>
  )
}
