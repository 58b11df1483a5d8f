/** The browser's offer to install the application. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallPrompt | undefined

// Fired once, possibly before the first render.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as InstallPrompt
})
addEventListener('appinstalled', () => {
  offer = undefined
})

export const canInstall = () => offer !== undefined

export function install() {
  void offer?.prompt()
  // A browser that was declined makes another offer later; this one cannot be used twice.
  offer = undefined
}
