import { type HomePreference, orderAmong } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { DropMark, SortableHandle, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeWidget } from './hooks.ts'

interface ManageWidgetsDialogProps {
  slug: string
  widgets: readonly HomePreference[]
  onClose: () => void
}

/** Which widgets the home page shows, and in which order. */
export default function ManageWidgetsDialog({ slug, widgets, onClose }: ManageWidgetsDialogProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      onClose={() => {
        setOpen(false)
        setTimeout(onClose, 200)
      }}
      size="sm"
      title={t('home.widgets.manage')}
    >
      <ul className="flex flex-col">
        {widgets.map(({ key }, index) => (
          <WidgetRow key={key} slug={slug} widgets={widgets} index={index} />
        ))}
      </ul>
    </Dialog>
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
