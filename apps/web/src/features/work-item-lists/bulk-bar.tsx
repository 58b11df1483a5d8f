import { ADMIN, type BulkProperties, type WorkItem } from '@cairn/contract'
import {
  Archive,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  IterationCw,
  SignalHigh,
  Tag,
  Trash2,
  Triangle,
  Users,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { CyclePicker } from '#entities/work-item/cycle-picker.tsx'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { type ListContext, projectOf } from '#entities/work-item-list/list-context.ts'
import { undoOf } from '#entities/work-item-list/undo-of.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useBulkActions } from './use-bulk-actions.ts'

interface BulkBarProps {
  context: ListContext
  /** What is chosen, as it is now. */
  items: readonly WorkItem[]
  onClear: () => void
}

const closed: readonly string[] = ['completed', 'cancelled']
// Each is sent back on its own.
const MAX_UNDONE = 100

/** Floats over a list while something is chosen: what to change of all of it, at once. */
export default function BulkBar({ context, items, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const { slug } = context
  const project_id = projectOf(context) ?? ''
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const actions = useBulkActions(slug, project_id)
  const [properties, setProperties] = useState<BulkProperties>({})
  const [asking, setAsking] = useState<'archive' | 'remove'>()
  const set = (change: BulkProperties) => setProperties((before) => ({ ...before, ...change }))
  const ready = Object.keys(properties).length > 0
  const archivable = items.every(({ state__group }) => closed.includes(state__group))
  const isAdmin = (project?.member_role ?? 0) >= ADMIN
  const count = items.length

  useWarning()

  function handleUpdate() {
    const sent = { items, properties }
    actions.change.mutate(sent, {
      onSuccess: () => {
        onClear()
        toast({
          kind: 'success',
          title: t('bulk.changed', { count }),
          action:
            count <= MAX_UNDONE
              ? { label: t('common.undo'), onSelect: () => actions.undo(sent) }
              : undefined,
        })
      },
    })
    setProperties({})
  }

  function handleConfirmed() {
    if (!asking) return
    actions[asking].mutate(items, {
      onSuccess: () =>
        toast({
          kind: 'success',
          title: t(`bulk.${asking}.done`, { count }),
          action: undoOf(slug, asking, items),
        }),
    })
    setAsking(undefined)
  }

  const picker = { slug, project_id }
  return (
    <section
      aria-label={t('bulk.title')}
      className="absolute inset-x-4 bottom-4 z-(--z-bulk-bar) mx-auto flex min-h-11 w-fit max-w-[calc(100%-32px)] flex-wrap items-center gap-1 rounded-lg border border-line bg-raised py-1.5 pr-2 pl-3 shadow-lift-3"
    >
      <span
        role="status"
        className="rounded-sm bg-accent-subtle px-1.75 text-small/5 font-medium text-accent-ink tabular-nums"
      >
        {t('bulk.selected', { count })}
      </span>
      <IconButton icon={X} label={t('bulk.clear')} shortcut="escape" onClick={onClear} />
      <Line />
      <StatePicker
        {...picker}
        value={properties.state_id ?? null}
        onChange={(state_id) => set({ state_id })}
        trigger={
          <Tool icon={CircleDot} on={properties.state_id}>
            {t('pickers.state')}
          </Tool>
        }
      />
      <PriorityPicker
        value={properties.priority ?? null}
        onChange={(priority) => set({ priority })}
        trigger={
          <Tool icon={SignalHigh} on={properties.priority}>
            {t('pickers.priority')}
          </Tool>
        }
      />
      <MembersPicker
        {...picker}
        value={properties.assignee_ids ?? []}
        onChange={(assignee_ids) => set({ assignee_ids: [...assignee_ids] })}
        trigger={
          <Tool icon={Users} on={properties.assignee_ids}>
            {t('pickers.assignees')}
          </Tool>
        }
      />
      <StartDatePicker
        value={properties.start_date ?? null}
        other={properties.target_date ?? null}
        onChange={(start_date) => set({ start_date })}
        trigger={
          <Tool icon={CalendarClock} on={properties.start_date}>
            {t('pickers.start_date')}
          </Tool>
        }
      />
      <DueDatePicker
        value={properties.target_date ?? null}
        other={properties.start_date ?? null}
        onChange={(target_date) => set({ target_date })}
        trigger={
          <Tool icon={CalendarCheck} on={properties.target_date}>
            {t('pickers.due_date')}
          </Tool>
        }
      />
      <LabelsPicker
        {...picker}
        value={properties.label_ids ?? []}
        onChange={(label_ids) => set({ label_ids: [...label_ids] })}
        trigger={
          <Tool icon={Tag} on={properties.label_ids}>
            {t('pickers.labels')}
          </Tool>
        }
      />
      {project?.module_view && (
        <ModulesPicker
          {...picker}
          value={properties.module_ids ?? []}
          onChange={(module_ids) => set({ module_ids: [...module_ids] })}
          trigger={
            <Tool icon={Boxes} on={properties.module_ids}>
              {t('pickers.modules')}
            </Tool>
          }
        />
      )}
      {project?.cycle_view && (
        <CyclePicker
          {...picker}
          value={properties.cycle_id ?? null}
          onChange={(cycle_id) => set({ cycle_id })}
          trigger={
            <Tool icon={IterationCw} on={properties.cycle_id}>
              {t('pickers.cycle')}
            </Tool>
          }
        />
      )}
      {project?.estimate && (
        <EstimatePicker
          {...picker}
          value={properties.estimate_point ?? null}
          onChange={(estimate_point) => set({ estimate_point })}
          trigger={
            <Tool icon={Triangle} on={properties.estimate_point}>
              {t('pickers.estimate')}
            </Tool>
          }
        />
      )}
      <Line />
      <Tooltip label={archivable ? undefined : t('bulk.archive_only_closed')}>
        <Button
          variant="ghost"
          icon={Archive}
          disabled={!archivable}
          onClick={() => setAsking('archive')}
        >
          {t('bulk.archive.confirm')}
        </Button>
      </Tooltip>
      {isAdmin && (
        <Button
          variant="ghost"
          icon={Trash2}
          className="text-danger-ink [&_span]:text-danger-ink"
          onClick={() => setAsking('remove')}
        >
          {t('bulk.remove.confirm')}
        </Button>
      )}
      <Button variant="primary" disabled={!ready} onClick={handleUpdate}>
        {t('bulk.update')}
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={handleConfirmed}
        destructive={asking === 'remove'}
        title={asking && t(`bulk.${asking}.title`, { count })}
        confirmLabel={asking ? t(`bulk.${asking}.confirm`) : ''}
      >
        {asking && t(`bulk.${asking}.text`)}
      </ConfirmDialog>
    </section>
  )
}

/** Leaving the page loses what was chosen: the browser asks first. */
function useWarning() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

const Line = () => <span aria-hidden className="mx-1 h-4 w-px bg-line-subtle max-md:hidden" />

interface ToolProps {
  icon: IconLike
  /** What was picked: the button then says that something will change. */
  on: unknown
  children: ReactNode
}

function Tool({ icon, on, children, ...rest }: ToolProps) {
  const set = Array.isArray(on) ? on.length > 0 : on !== undefined
  return (
    <Button
      {...rest}
      variant="ghost"
      icon={icon}
      className={set ? 'bg-accent-subtle text-accent-ink' : ''}
    >
      {children}
    </Button>
  )
}
