import { LoaderCircle } from 'lucide-react'
import { Icon } from '../icons/icon.tsx'

/** Turns also under reduced motion: standing still it would say the work had stopped. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <Icon of={LoaderCircle} size={size} className="animate-spin" />
}
