import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { toasts as place } from '../overlays/goes-to-toast.ts'
import { type QueuedToast, receiveToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

type Shown = Toast.Root.ToastObject<QueuedToast>

const timeOf = ({ duration, kind, action }: QueuedToast) =>
  duration ?? (kind === 'loading' ? 0 : action ? 8000 : 4000)

const inBaseUi = (queued: QueuedToast) => ({
  id: queued.id,
  title: queued.title,
  description: queued.text,
  timeout: timeOf(queued),
  priority: queued.kind === 'error' ? ('high' as const) : ('low' as const),
  data: queued,
})

function OneToast({ toast }: { toast: Shown }) {
  const { t } = useTranslation()
  const { close } = Toast.useToastManager()
  const action = toast.data?.action
  const details = toast.data?.details

  return (
    <Toast.Root
      toast={toast}
      swipeDirection={['right', 'down']}
      className="rounded-lg transition-[opacity,translate] duration-(--time-base) ease-enter data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0 data-ending-style:duration-(--time-fast) data-limited:hidden"
    >
      <ToastCard
        kind={toast.data?.kind ?? 'success'}
        title={<Toast.Title render={<span />} />}
        text={toast.description ? <Toast.Description render={<span />} /> : undefined}
        details={
          details && (
            // Without it the toast captures the pointer for swiping, and a click opens nothing.
            <details data-base-ui-swipe-ignore="" className="mt-1 text-small text-ink-3">
              <summary className="cursor-pointer">{t('errors.details')}</summary>
              <span className="select-text">{details}</span>
            </details>
          )
        }
        action={
          action && (
            <Button
              size="sm"
              onClick={() => {
                action.onSelect()
                close(toast.id)
              }}
            >
              {action.label}
            </Button>
          )
        }
        close={
          <IconButton size="sm" icon={X} label={t('ui.close')} onClick={() => close(toast.id)} />
        }
      />
    </Toast.Root>
  )
}

function Toasts() {
  const { t } = useTranslation()
  const { toasts, add, close } = Toast.useToastManager<QueuedToast>()

  useEffect(() => receiveToasts((queued) => void add(inBaseUi(queued)), close), [add, close])

  return (
    <Toast.Portal>
      <Toast.Viewport
        {...place}
        aria-label={t('ui.notifications')}
        className="fixed right-4 bottom-4 z-(--z-toast) flex w-[calc(100vw-32px)] max-w-[350px] flex-col-reverse gap-4 rounded-lg max-md:bottom-20"
      >
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

export default function ToastViewport() {
  return (
    <Toast.Provider limit={5}>
      <Toasts />
    </Toast.Provider>
  )
}
