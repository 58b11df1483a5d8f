import type { View } from '@cairn/contract'
import { Layers } from 'lucide-react'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

export const viewLogo = ({ logo_props }: Pick<View, 'logo_props'>, size = 16) => (
  <LogoMark value={logo_props as LogoValue} size={size} fallback={Layers} />
)
