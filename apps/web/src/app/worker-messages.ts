import { navigate } from '#ui/router/router.ts'

/** From the service worker: where this window is, or the item of a clicked notification. */
interface WorkerMessage {
  asksUrl?: boolean
  open?: string
}

navigator.serviceWorker?.addEventListener(
  'message',
  ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data.asksUrl) ports[0]?.postMessage(location.href)
    if (data.open) void navigate({ to: data.open })
  },
)
