import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { Spinner } from './spinner.tsx'
import type { ToastKind } from './toast.ts'

const icons: Record<Exclude<ToastKind, 'loading'>, { icon: LucideIcon; colour: string }> = {
  success: { icon: CircleCheck, colour: 'text-success' },
  error: { icon: CircleAlert, colour: 'text-danger' },
  warning: { icon: TriangleAlert, colour: 'text-warning' },
  info: { icon: Info, colour: 'text-info' },
}

function ToastIcon({ kind }: { kind: ToastKind }) {
  if (kind === 'loading') return <Spinner />
  const { icon, colour } = icons[kind]
  return <Icon of={icon} className={colour} />
}

interface ToastCardProps {
  kind: ToastKind
  title: ReactNode
  text?: ReactNode
  details?: ReactNode
  action?: ReactNode
  close: ReactNode
}

/** A toast without its animation and timing. */
export function ToastCard({ kind, title, text, details, action, close }: ToastCardProps) {
  return (
    <div className="flex w-full gap-2.5 rounded-lg border border-line bg-raised p-3 shadow-lift-2">
      <span className="pt-0.5 text-ink-3">
        <ToastIcon kind={kind} />
      </span>
      <div className="min-w-0 grow wrap-anywhere">
        <div className="font-medium">{title}</div>
        {text && <div className="text-ink-2">{text}</div>}
        {details}
        {action && <div className="mt-2 flex gap-2">{action}</div>}
      </div>
      <span className="-mt-0.5 -mr-1">{close}</span>
    </div>
  )
}
