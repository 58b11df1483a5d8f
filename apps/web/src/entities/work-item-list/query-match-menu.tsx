import { print } from '@cairn/work-item-query/language'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { Filters } from './list-settings.ts'
import { groupOf, type Joint, toExpression } from './query-tree.ts'

interface MatchMenuProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Before plain filters, which all apply: turns them into any of them, or adds a group. */
export default function MatchMenu({ filters, onChange }: MatchMenuProps) {
  function choose(joint: Joint) {
    const whole = toExpression(filters)
    const group = whole && groupOf(whole)
    if (!group || joint === 'all') return
    onChange({ pql: [print(joint === 'any' ? { or: group.parts } : { not: whole })] })
  }
  return <JointMenu joint="all" isRoot joints={['all', 'any']} onChange={choose} />
}

interface JointMenuProps {
  joint: Joint
  isRoot?: boolean
  joints?: readonly Joint[]
  onChange: (joint: Joint) => void
}

const all: readonly Joint[] = ['all', 'any', 'none', 'not_all']

export function JointMenu({ joint, isRoot = false, joints = all, onChange }: JointMenuProps) {
  const { t } = useTranslation()
  const nameOf = (one: Joint) => t(`query.${isRoot ? 'match' : 'of'}.${one}`)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex h-6 shrink-0 items-center gap-1 rounded-md px-1.5 text-small text-ink-2 hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
        >
          {nameOf(joint)}
          <Icon of={ChevronDown} size={12} className="text-ink-3" />
        </button>
      }
      items={joints.map((one) => ({
        label: nameOf(one),
        checked: one === joint,
        onSelect: () => onChange(one),
      }))}
    />
  )
}
