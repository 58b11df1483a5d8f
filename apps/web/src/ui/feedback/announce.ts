let region: HTMLElement | undefined

// A region that comes with its words in it is not read out, nor are the same words twice.
const HEARD_MS = 50

/** Says something to those who do not see what just happened. */
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
