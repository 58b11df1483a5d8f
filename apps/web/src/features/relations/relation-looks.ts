import { CircleDot, CircleX, CopyPlus, Link2, type LucideIcon } from 'lucide-react'
import type { OfferedRelation } from './hooks.ts'

export const relationIcons: Record<OfferedRelation, LucideIcon> = {
  relates_to: Link2,
  duplicate: CopyPlus,
  blocked_by: CircleDot,
  blocking: CircleX,
}
