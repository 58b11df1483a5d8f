import type { ProjectPage } from '@cairn/contract'
import { FileText } from 'lucide-react'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

export const pageLogo = ({ logo_props }: Pick<ProjectPage, 'logo_props'>, size = 16) => (
  <LogoMark value={logo_props as LogoValue} size={size} fallback={FileText} />
)
