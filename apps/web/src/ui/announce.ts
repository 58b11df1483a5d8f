let region: HTMLElement | undefined

/** Says something to those who do not see what just happened. */
export function announce(text: string) {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  region.textContent = text
}
