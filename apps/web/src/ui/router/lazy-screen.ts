import { type ComponentType, createElement, type ReactNode, use } from 'react'

const RELOADED = 'cairn.reloaded:'

/** After an update of the server the page may ask for a file that no longer exists. */
function reloadOnce(error: unknown): Promise<never> {
  const { message } = error as Error
  if (!/dynamically imported module|module script failed/i.test(message)) throw error
  try {
    if (sessionStorage.getItem(RELOADED + message)) throw error
    sessionStorage.setItem(RELOADED + message, '1')
  } catch {
    throw error
  }
  location.reload()
  return new Promise(() => undefined)
}

interface Part {
  now: ComponentType<object> | undefined
  wait: () => Promise<unknown>
}

function Shown({ part, props }: { part: Part; props: object }) {
  if (!part.now) use(part.wait())
  return part.now && createElement(part.now, props)
}

/** A screen that is loaded when its address is opened, or before. */
export function lazyScreen<Module, Props extends object = object>(
  read: () => Promise<Module>,
  name: keyof Module,
): { (props: Props): ReactNode; load: () => Promise<unknown> } {
  let loading: Promise<unknown> | undefined
  let failed = false
  const part: Part = { now: undefined, wait: () => loading ?? load() }
  const load = () => {
    if (failed) loading = undefined
    failed = false
    loading ??= read()
      .catch(reloadOnce)
      .then(
        (module) => {
          part.now = module[name] as ComponentType<object>
        },
        (error: unknown) => {
          failed = true
          throw error
        },
      )
    return loading
  }
  return Object.assign((props: Props) => createElement(Shown, { part, props }), { load })
}
