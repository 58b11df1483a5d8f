import { TRASH_DAYS, type TrashEntry, type TrashKind } from '@cairn/contract'
import {
  Boxes,
  FileText,
  IterationCw,
  Layers,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  SquareCheck,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Cell, TableRow } from '#ui/lists/table.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

const icons: Record<TrashKind, LucideIcon> = {
  work_item: SquareCheck,
  page: FileText,
  comment: MessageSquare,
  cycle: IterationCw,
  module: Boxes,
  view: Layers,
  label: Tag,
  attachment: Paperclip,
}

const DAY = 86_400_000
/** Days left from which the text is red. */
const SOON = 3

const daysLeft = (deleted_at: string) =>
  Math.max(0, Math.ceil(TRASH_DAYS - (Date.now() - Date.parse(deleted_at)) / DAY))

interface TrashRowProps {
  entry: TrashEntry
  person: Person | undefined
  selected: boolean
  /** While any row is selected, all rows show their checkbox. */
  selecting: boolean
  onSelect: (selected: boolean) => void
  onRestore: () => void
  onDelete: () => void
}

const cell = 'h-9 border-r-0 max-md:h-11'
const wide = `${cell} max-md:hidden`

export function TrashRow(props: TrashRowProps) {
  const { entry, person, selected, selecting, onSelect, onRestore, onDelete } = props
  const { t } = useTranslation()
  const left = daysLeft(entry.deleted_at)
  const name = entry.name || t('trash.untitled')
  return (
    <TableRow selected={selected}>
      <Cell className={cell}>
        <span
          className={
            selecting
              ? 'grid'
              : 'until-hover grid group-focus-within/row:opacity-100 group-hover/row:opacity-100'
          }
        >
          <Checkbox
            aria-label={t('trash.select', { name })}
            checked={selected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </span>
      </Cell>
      <Cell className={`${cell} w-full max-w-0`}>
        <span className="grid w-4 shrink-0 place-items-center text-ink-3">
          <Mark entry={entry} />
        </span>
        <EntryName entry={entry} name={name} />
      </Cell>
      <Cell className={`${wide} text-ink-2`}>{t(`trash.kinds.${entry.kind}`)}</Cell>
      <Cell className={wide}>
        {person && <Avatar person={person} tooltip={false} />}
        <span className="max-w-40 truncate">{person?.name ?? t('trash.somebody')}</span>
      </Cell>
      <Cell className={`${wide} text-ink-2`}>
        <RelativeTime at={entry.deleted_at} />
      </Cell>
      <Cell className={cell}>
        <span
          className={`ml-auto tabular-nums ${left <= SOON ? 'font-semibold text-danger-ink' : 'text-ink-2'}`}
        >
          {t('trash.days_left', { count: left })}
        </span>
      </Cell>
      <Cell className={cell}>
        <IconButton icon={Undo2} label={`${t('trash.restore')}: ${name}`} onClick={onRestore} />
        <IconButton icon={Trash2} label={`${t('trash.delete')}: ${name}`} onClick={onDelete} />
      </Cell>
    </TableRow>
  )
}

function Mark({ entry: { kind, state__group, color } }: { entry: TrashEntry }) {
  if (kind === 'work_item' && state__group && state__group !== 'triage') {
    return <StateIcon group={state__group} colour={color} />
  }
  if (kind === 'label' && color) return <Dot colour={color} />
  return <Icon of={icons[kind]} />
}

/** With its former location, or what was deleted with it. */
function EntryName({ entry, name }: { entry: TrashEntry; name: string }) {
  const { t } = useTranslation()
  const { kind, key, item_count } = entry
  return (
    <>
      {kind === 'work_item' && key && (
        <Identifier value={key} className="min-w-16 shrink-0 pl-1 text-ink-3 max-md:hidden" />
      )}
      <span
        className="min-w-0 truncate font-medium max-md:line-clamp-2 max-md:whitespace-normal"
        title={name}
      >
        {kind === 'comment' ? `“${name}”` : name}
      </span>
      <span className="shrink-0 pl-1.5 text-small text-ink-3 max-md:hidden">
        {kind === 'comment' && t('trash.on', { key })}
        {kind === 'attachment' && t('trash.from', { key })}
        {item_count > 0 &&
          t(kind === 'page' ? 'trash.with_pages' : 'trash.with_items', { count: item_count })}
      </span>
    </>
  )
}
