import type { Project } from '@cairn/contract'
import { Briefcase } from 'lucide-react'
import type { IconLike } from '#ui/icons/icon.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

export const projectLogo = (
  { logo_props }: Pick<Project, 'logo_props'>,
  size = 16,
  fallback: IconLike = Briefcase,
) => <LogoMark value={logo_props as LogoValue} size={size} fallback={fallback} />
