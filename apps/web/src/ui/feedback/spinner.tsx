import { LoaderCircle } from 'lucide-react'
import { Icon } from '../icons/icon.tsx'

/** Also spins with reduced motion: standing still would look as if the work had stopped. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <Icon of={LoaderCircle} size={size} className="animate-spin" />
}
