import type { Draft } from '@cairn/contract'
import { ArrowRightFromLine, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeDraft } from '#entities/draft/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'

interface DraftRowProps {
  slug: string
  draft: Draft
  onEdit: () => void
  onMove: () => void
  onCopy: () => void
  onRemove: () => void
}

export function DraftRow({ slug, draft, onEdit, onMove, onCopy, onRemove }: DraftRowProps) {
  const { t } = useTranslation()
  const project = useJoinedProjects(slug)?.find(({ id }) => id === draft.project_id)
  const name = draft.name ?? ''
  const items: MenuEntry[] = [
    { label: t('drafts.edit'), icon: Pencil, onSelect: onEdit },
    { label: t('drafts.copy'), icon: Copy, onSelect: onCopy },
    { label: t('drafts.move'), icon: ArrowRightFromLine, onSelect: onMove },
    'line',
    { label: t('drafts.delete'), icon: Trash2, danger: true, onSelect: onRemove },
  ]
  return (
    <li>
      <ContextMenu items={() => items}>
        <div className="group/row flex min-h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 hover:bg-hover max-md:flex-wrap max-md:py-2.5">
          <span className="w-16 shrink-0 truncate font-mono text-small text-ink-3">
            {project?.identifier ?? t('drafts.no_project')}
          </span>
          <button
            type="button"
            aria-label={t('drafts.open', { name })}
            onClick={onEdit}
            className="focus-inset min-w-0 grow truncate rounded-sm text-left max-md:min-h-11"
          >
            {name}
          </button>
          {project && <DraftProperties slug={slug} draft={draft} project_id={project.id} />}
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('drafts.more', { name })} />}
            items={items}
          />
        </div>
      </ContextMenu>
    </li>
  )
}

interface DraftPropertiesProps {
  slug: string
  draft: Draft
  project_id: string
}

function DraftProperties({ slug, draft, project_id }: DraftPropertiesProps) {
  const { mutate } = useChangeDraft(slug)
  const set = (patch: Partial<Draft>) => mutate({ id: draft.id, patch })
  const place = { slug, project_id }
  const { start_date, target_date } = draft
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5">
      <StatePicker {...place} value={draft.state_id} onChange={(state_id) => set({ state_id })} />
      <PriorityPicker
        look="ghost"
        value={draft.priority}
        onChange={(priority) => set({ priority })}
      />
      <LabelsPicker
        {...place}
        placeholder=""
        value={draft.label_ids}
        onChange={(ids) => set({ label_ids: [...ids] })}
      />
      <StartDatePicker
        placeholder=""
        value={start_date}
        other={target_date}
        onChange={(day) => set({ start_date: day })}
      />
      <DueDatePicker
        placeholder=""
        value={target_date}
        other={start_date}
        onChange={(day) => set({ target_date: day })}
      />
      <MembersPicker
        {...place}
        placeholder=""
        value={draft.assignee_ids}
        onChange={(ids) => set({ assignee_ids: [...ids] })}
      />
    </div>
  )
}
