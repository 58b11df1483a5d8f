import contours from './contours.svg'

/** Map contours behind account pages. An image mask: the lines take the color of the theme. */
export function ContourBackground() {
  const fade = 'linear-gradient(transparent 56px, black 160px, black 760px, transparent 860px)'
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0"
      style={{
        // An image, not a color: contrast checkers do not support masks and would see a filled
        // page.
        backgroundImage: 'linear-gradient(var(--line-strong) 0 0)',
        maskImage: `url(${contours}), ${fade}`,
        maskComposite: 'intersect',
        maskRepeat: 'no-repeat',
        maskPosition: '50% 0, 0 0',
        maskSize: 'max(100%, 1440px) auto, 100% 100%',
      }}
    />
  )
}
