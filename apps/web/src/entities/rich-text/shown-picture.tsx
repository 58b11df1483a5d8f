import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { lazy } from '#ui/platform/lazy.ts'

const PictureViewer = lazy(() => import('./picture-viewer.tsx'))

interface ShownPictureProps {
  src?: string
  alt?: string
  width?: string
  align?: string
  'aspect-ratio'?: string
}

/** A picture for readers: in the author's width, full screen on click. */
export function ShownPicture({ src, alt = '', width, align, ...more }: ShownPictureProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [broken, setBroken] = useState(false)
  // A bare id or a plain http URL cannot be shown by a browser.
  if (!src || !/^(?:https:\/\/|\/api\/(?:public\/)?assets\/)/.test(src)) return null
  return (
    <figure data-align={align} style={{ width: cssSize(width) }}>
      {broken ? (
        <span className="picture-broken">{t('editor.picture_broken')}</span>
      ) : (
        <button
          type="button"
          aria-label={
            alt ? t('editor.open_picture_named', { name: alt }) : t('editor.open_picture')
          }
          onClick={() => setOpen(true)}
        >
          <img
            src={src}
            alt={alt}
            loading="lazy"
            style={{ aspectRatio: more['aspect-ratio'] }}
            onError={() => setBroken(true)}
          />
        </button>
      )}
      {open && (
        <Suspense>
          <PictureViewer src={src} alt={alt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </figure>
  )
}

/** `300` is in pixels, `35%` and `240px` are used as they are. */
export const cssSize = (size: string | null | undefined) =>
  size ? (/^[\d.]+$/.test(size) ? `${size}px` : size) : undefined
