import { Dialog } from '@base-ui/react/dialog'
import { Download, ExternalLink, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { downloadAddress } from './picture-file.ts'

const steps = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

interface PictureViewerProps {
  src: string
  alt: string
  onClose: () => void
}

/** A picture in full screen: zoom, pan, download. */
export default function PictureViewer({ src, alt, onClose }: PictureViewerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [zoom, setZoom] = useState(1)
  const area = useRef<HTMLDivElement>(null)

  const change = (by: 1 | -1) =>
    setZoom((now) => steps[Math.min(steps.length - 1, Math.max(0, steps.indexOf(now) + by))] ?? 1)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === '+' || event.key === '=') change(1)
    if (event.key === '-') change(-1)
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => !isOpen && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <Dialog.Popup
          aria-label={alt || t('editor.picture')}
          onKeyDown={handleKeyDown}
          className="focus-none fixed inset-0 z-(--z-dialog) flex flex-col bg-surface"
        >
          <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line-subtle px-3 max-md:h-13">
            <span className="min-w-0 grow truncate text-ink-2">{alt}</span>
            <IconButton
              icon={ZoomOut}
              label={t('editor.zoom_out')}
              shortcut="-"
              disabled={zoom === steps[0]}
              onClick={() => change(-1)}
            />
            <span role="status" className="w-11 text-center text-small text-ink-2 tabular-nums">
              {t('editor.zoom', { percent: groupedNumber(zoom * 100) })}
            </span>
            <IconButton
              icon={ZoomIn}
              label={t('editor.zoom_in')}
              shortcut="+"
              disabled={zoom === steps.at(-1)}
              onClick={() => change(1)}
            />
            <PictureLinks src={src} />
            <IconButton
              icon={X}
              label={t('editor.close')}
              shortcut="esc"
              onClick={() => setOpen(false)}
            />
          </div>
          <div
            ref={area}
            onPointerMove={({ buttons, movementX, movementY }) =>
              buttons === 1 && area.current?.scrollBy(-movementX, -movementY)
            }
            onWheel={({ ctrlKey, deltaY }) => ctrlKey && change(deltaY < 0 ? 1 : -1)}
            className="min-h-0 grow overflow-auto"
          >
            <div style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }} className="flex p-4">
              <img
                src={src}
                alt={alt}
                draggable={false}
                className="m-auto max-h-full max-w-full object-contain"
                style={zoom > 1 ? { width: '100%', height: '100%' } : undefined}
              />
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PictureLinks({ src }: { src: string }) {
  const { t } = useTranslation()
  const open = (address: string) => window.open(address, '_blank', 'noopener')
  return (
    <>
      <IconButton
        icon={Download}
        label={t('editor.download')}
        onClick={() => open(downloadAddress(src))}
      />
      <IconButton icon={ExternalLink} label={t('editor.new_tab')} onClick={() => open(src)} />
    </>
  )
}
