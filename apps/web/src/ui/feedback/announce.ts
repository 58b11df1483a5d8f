let region: HTMLElement | undefined

// A region inserted with its text is not read out, nor is the same text twice.
const HEARD_MS = 50

/** Announces a change to screen readers. */
export function announce(text: string) {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const said = region
  said.textContent = ''
  setTimeout(() => {
    said.textContent = text
  }, HEARD_MS)
}
