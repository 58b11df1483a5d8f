import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { AlignCenter, AlignLeft, AlignRight, Download, Maximize2, Minus, Plus } from 'lucide-react'
import { type PointerEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { downloadAddress } from '#entities/rich-text/picture-file.ts'
import { cssSize } from '#entities/rich-text/shown-picture.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { restorePicture } from './restore-picture.ts'

const PictureViewer = lazy(() => import('#entities/rich-text/picture-viewer.tsx'))

const leastWidth = 100
const places = [
  { align: 'left', icon: AlignLeft },
  { align: 'center', icon: AlignCenter },
  { align: 'right', icon: AlignRight },
] as const

const sizes = [
  { word: 'smaller', icon: Minus, by: -1 },
  { word: 'larger', icon: Plus, by: 1 },
] as const

/** A picture in the editor: resizable, with a small toolbar. */
export function PictureView({ node, editor, selected, updateAttributes }: ReactNodeViewProps) {
  const { t } = useTranslation()
  const { src, alt, align, ratio } = node.attrs as Record<string, string | undefined>
  const figure = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<string>()
  const [open, setOpen] = useState(false)
  const [failures, setFailures] = useState(0)
  if (!src) return <NodeViewWrapper />

  async function handleError() {
    if (editor.isEditable && failures === 0) await restorePicture(src ?? '')
    setFailures(failures + 1)
  }

  /**
   * From the dragged corner, the other one stays; as a share of the column, so that it fits any.
   */
  function handleGrip(event: PointerEvent<HTMLElement>, side: 1 | -1) {
    event.preventDefault()
    const box = figure.current
    const column = box?.parentElement?.clientWidth
    if (!box || !column) return
    const start = { x: event.clientX, width: box.offsetWidth }
    const grip = event.currentTarget
    grip.setPointerCapture(event.pointerId)
    let next = `${node.attrs.width ?? ''}`
    const factor = align === 'center' ? 2 : 1
    grip.onpointermove = ({ clientX }) => {
      const wanted = start.width + (clientX - start.x) * side * factor
      const pixels = Math.min(column, Math.max(leastWidth, wanted))
      next = `${((pixels / column) * 100).toFixed(1)}%`
      setWidth(next)
    }
    grip.onpointerup = () => {
      grip.onpointermove = null
      grip.onpointerup = null
      setWidth(undefined)
      updateAttributes({ width: next })
    }
  }

  /** The same without dragging: a tenth of the column more or less. */
  function resize(by: 1 | -1) {
    const box = figure.current
    const column = box?.parentElement?.clientWidth
    if (!box || !column) return
    const least = Math.min(100, (leastWidth / column) * 100)
    const wanted = Math.round((box.offsetWidth / column) * 10 + by) * 10
    updateAttributes({ width: `${Math.min(100, Math.max(least, wanted)).toFixed(1)}%` })
  }

  return (
    <NodeViewWrapper
      as="figure"
      ref={figure}
      data-align={align ?? undefined}
      data-drag-handle
      style={{ width: cssSize(width ?? node.attrs.width) }}
      className={classNames(selected && 'chosen')}
    >
      {failures > (editor.isEditable ? 1 : 0) ? (
        <span className="picture-broken">{t('editor.picture_broken')}</span>
      ) : (
        <img
          key={failures}
          src={src}
          alt={alt}
          style={{ aspectRatio: ratio }}
          onError={handleError}
          className={selected ? 'ProseMirror-selectednode' : undefined}
        />
      )}
      {editor.isEditable && (
        <>
          <span className="picture-grip left" onPointerDown={(event) => handleGrip(event, -1)} />
          <span className="picture-grip" onPointerDown={(event) => handleGrip(event, 1)} />
        </>
      )}
      <div contentEditable={false} className="picture-bar">
        {editor.isEditable &&
          places.map(({ align: to, icon }) => (
            <IconButton
              key={to}
              size="sm"
              icon={icon}
              label={t(`editor.formats.align_${to}`)}
              pressed={(align ?? 'left') === to}
              onClick={() => updateAttributes({ align: to === 'left' ? null : to })}
            />
          ))}
        {editor.isEditable &&
          sizes.map(({ word, icon, by }) => (
            <IconButton
              key={word}
              size="sm"
              icon={icon}
              label={t(`editor.picture_${word}`)}
              onClick={() => resize(by)}
            />
          ))}
        <IconButton
          size="sm"
          icon={Download}
          label={t('editor.download')}
          onClick={() => window.open(downloadAddress(src), '_blank', 'noopener')}
        />
        <IconButton
          size="sm"
          icon={Maximize2}
          label={t('editor.full_screen')}
          onClick={() => setOpen(true)}
        />
      </div>
      {open && (
        <Suspense>
          <PictureViewer src={src} alt={alt ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </NodeViewWrapper>
  )
}
