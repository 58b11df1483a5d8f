import { type Expression, print } from '@cairn/work-item-query/language'
import { Plus, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Chip, type FilterChipsProps } from './filter-chip.tsx'
import { FilterPopover } from './filter-popover.tsx'
import { type Filters, fieldOf, isNegated } from './list-settings.ts'
import { JointMenu } from './query-match-menu.tsx'
import { withNames } from './query-names.ts'
import { filterOf, type Group, groupOf, pruned, toExpression, toGroup } from './query-tree.ts'
import { useQueryWords } from './query-words.ts'

interface QueryBuilderProps extends FilterChipsProps {
  query: Expression
  /** Undefined once the last condition is gone. */
  onQuery: (query: Expression | undefined) => void
  /** Opens the text: for conditions that no chip can change. */
  onWrite: () => void
}

/** A tree whose root is a group; groups of one and of none exist only while it is being built. */
const rooted = (query: Expression): Group => groupOf(query) ?? { joint: 'all', parts: [query] }

/** Conditions in groups: all of them, any, none. */
export function QueryBuilder(props: QueryBuilderProps) {
  const { query, onQuery } = props
  const text = print(query)
  const [draft, setDraft] = useState<Group>(() => rooted(query))
  const shown = useRef(text)
  // Changed elsewhere: by Back, another tab, or a saved view.
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    setDraft(rooted(query))
  }, [query, text])

  function change(next: Group) {
    setDraft(next)
    const whole = pruned(toGroup(next))
    shown.current = whole ? print(whole) : ''
    if (shown.current !== text) onQuery(whole)
  }
  return <GroupParts {...props} group={draft} isRoot onGroup={change} />
}

interface GroupPartsProps extends QueryBuilderProps {
  group: Group
  isRoot?: boolean
  onGroup: (group: Group) => void
}

function GroupParts(props: GroupPartsProps) {
  const { group, isRoot = false, onGroup } = props
  const { t } = useTranslation()
  const { joint, parts } = group
  const join = t(joint === 'any' || joint === 'none' ? 'query.or' : 'query.and')

  function replace(place: number, part: Expression | undefined) {
    const next = parts.flatMap((one, n) => (n === place ? (part ?? []) : one))
    onGroup({ joint, parts: next })
  }

  return (
    <>
      <JointMenu
        joint={joint}
        isRoot={isRoot}
        onChange={(next) => onGroup({ joint: next, parts })}
      />
      {Array.from(parts.entries(), ([place, part]) => (
        // A condition has no other identity: its open menu stays open while its values change.
        <Fragment key={place}>
          {place > 0 && (!isRoot || joint !== 'all') && (
            <span className="shrink-0 text-small text-ink-3">{join}</span>
          )}
          <Part {...props} part={part} onPart={(next) => replace(place, next)} />
        </Fragment>
      ))}
      <AddButton {...props} isRoot={isRoot} />
    </>
  )
}

/** Adds conditions at once as they are chosen, or a group. */
function AddButton({ group, isRoot, onGroup, context, settings }: GroupPartsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [before, setBefore] = useState<Group>(group)
  const [added, setAdded] = useState<Filters>({})

  function handleOpen(next: boolean) {
    setOpen(next)
    setBefore(group)
    setAdded({})
  }

  function handleChange(filters: Filters) {
    setAdded(filters)
    const more = toExpression(filters)
    const parts = more && 'and' in more ? more.and : more ? [more] : []
    onGroup({ joint: before.joint, parts: [...before.parts, ...parts] })
  }

  const name = t(isRoot ? 'list_settings.add_filter' : 'query.add_to_group')
  const filter = (
    <FilterPopover
      context={context}
      settings={{ ...settings, filters: added }}
      onChange={handleChange}
      open={open}
      onOpenChange={handleOpen}
      label={name}
      trigger={<IconButton size="sm" icon={Plus} label={name} />}
    />
  )
  if (!isRoot) return filter
  return (
    <>
      {filter}
      <Menu
        trigger={
          <button
            type="button"
            className="inline-flex h-6 shrink-0 items-center rounded-md px-1.5 text-small text-ink-2 hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
          >
            {t('query.add_group')}
          </button>
        }
        items={(['any', 'all', 'none', 'not_all'] as const).map((joint) => ({
          label: t(`query.of.${joint}`),
          onSelect: () =>
            onGroup({ ...group, parts: [...group.parts, toGroup({ joint, parts: [] })] }),
        }))}
      />
    </>
  )
}

interface PartProps extends GroupPartsProps {
  part: Expression
  onPart: (part: Expression | undefined) => void
}

function Part({ part, onPart, ...props }: PartProps) {
  const { settings, onWrite } = props
  const { t } = useTranslation()
  const words = useQueryWords(props)
  const one = filterOf(part)
  const group = one ? undefined : groupOf(part)

  if (one) {
    return (
      <Chip
        {...props}
        settings={{ ...settings, filters: { [one.key]: one.values } }}
        field={fieldOf(one.key)}
        sense={isNegated(one.key) ? 'not' : 'is'}
        onChange={(filters) => onPart(toExpression(filters))}
      />
    )
  }
  if (group) {
    return (
      <fieldset className="inline-flex min-w-0 flex-wrap items-center gap-1.5 rounded-lg bg-sunken p-1">
        <legend className="sr-only">{t('query.group')}</legend>
        <GroupParts
          {...props}
          isRoot={false}
          group={group}
          onGroup={(next) => onPart(toGroup(next))}
        />
        <IconButton
          size="sm"
          icon={X}
          label={t('query.remove_group')}
          onClick={() => onPart(undefined)}
        />
      </fieldset>
    )
  }
  const text = print(withNames(part, words))
  return (
    <span className="inline-flex h-6 max-w-full items-stretch divide-x divide-line overflow-hidden rounded-md border border-line bg-surface text-small whitespace-nowrap max-md:h-11">
      <button
        type="button"
        onClick={onWrite}
        data-tip={t('query.edit_as_text')}
        className="focus-inset max-w-80 truncate px-2 font-mono text-[12px] hover:bg-hover"
      >
        {text}
      </button>
      <button
        type="button"
        aria-label={t('ui.remove_filter', { name: text })}
        onClick={() => onPart(undefined)}
        className="focus-inset inline-flex min-w-6 shrink-0 items-center justify-center text-ink-3 hover:bg-hover hover:text-ink max-md:min-w-11"
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  )
}
