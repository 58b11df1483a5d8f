import type { WorkItemType } from '@cairn/contract'
import { Shapes, Zap } from 'lucide-react'
import { Suspense } from 'react'
import { picked } from '#ui/controls/picked-colour.ts'
import { Icon } from '#ui/icons/icon.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { lazy } from '#ui/platform/lazy.ts'

const LogoIcon = lazy(() => import('#ui/icons/logo-icon.tsx'))

interface TypeIconProps {
  type: Pick<WorkItemType, 'logo_props' | 'is_epic'>
  size?: number
}

/** The selected icon of a type, in its color. */
export function TypeIcon({ type, size = 16 }: TypeIconProps) {
  const { icon } = type.logo_props as LogoValue
  if (!icon?.name)
    return <Icon of={type.is_epic ? Zap : Shapes} size={size} className="text-ink-3" />
  return (
    <span
      aria-hidden
      data-icon
      {...picked(icon.color, 'inline-grid shrink-0 place-items-center')}
      style={{ ...picked(icon.color).style, width: size, height: size }}
    >
      <Suspense>
        <LogoIcon name={icon.name} size={size} />
      </Suspense>
    </span>
  )
}

export const typeIcon = (type: TypeIconProps['type'], size?: number) => (
  <TypeIcon type={type} size={size} />
)
