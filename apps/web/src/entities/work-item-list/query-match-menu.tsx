import { print } from '@cairn/work-item-query/language'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { Filters } from './list-settings.ts'
import { type Joint, toExpression } from './query-tree.ts'

interface MatchMenuProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Before plain filters, which all apply: turns them into any of them. */
export default function MatchMenu({ filters, onChange }: MatchMenuProps) {
  const whole = toExpression(filters)
  const parts = whole && 'and' in whole ? whole.and : undefined
  // One filter has nothing to be combined with.
  if (!parts) return null
  function choose(joint: Joint) {
    if (joint === 'any' && parts) onChange({ pql: [print({ or: parts })] })
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
