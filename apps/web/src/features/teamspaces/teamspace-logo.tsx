import type { Teamspace } from '@cairn/contract'
import { Users } from 'lucide-react'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

export const teamspaceLogo = ({ logo_props }: Pick<Teamspace, 'logo_props'>, size = 16) => (
  <LogoMark value={logo_props as LogoValue} size={size} fallback={Users} />
)
