import { t } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { keyOf, useHotkeys } from '#ui/platform/hotkeys.ts'
import { navigate } from '#ui/router/router.ts'
import { plans } from '../shell/plans.ts'
import { hotkeyOf } from './use-command-keys.ts'

// A second key pressed later is not part of the sequence.
const MAX_PAUSE = 2_000
const modifiers: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock']

/** Letters that create something. Pressed alone they may act on the focused item instead. */
const creations: readonly string[] = ['c', 'p', ...plans.map(({ key }) => key)]

/** Resolves with the next key pressed, and stops its propagation. */
function nextKey(): Promise<string | undefined> {
  return new Promise((resolve) => {
    function handleKey(event: KeyboardEvent) {
      if (modifiers.includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      end(keyOf(event))
    }
    function end(key?: string) {
      clearTimeout(timer)
      removeEventListener('keydown', handleKey, { capture: true })
      resolve(key)
    }
    addEventListener('keydown', handleKey, { capture: true })
    const timer = setTimeout(end, MAX_PAUSE)
  })
}

/**
 * G and a letter navigate, N and a letter create: a letter alone may act on the focused item
 * instead.
 */
export function useSequences(slug: string, project_id: string | undefined) {
  const { id: me } = useMe()
  const project = useJoinedProjects(slug)?.find(({ id }) => id === project_id)

  async function go() {
    const [letter, { placesOf }] = await Promise.all([nextKey(), import('./places.ts')])
    const place = placesOf({ slug, me, project }).find((one) => one.letter === letter)
    if (!place) return
    if (place.address) void navigate({ to: place.address })
    else toast({ kind: 'info', title: t('shell.no_project_open'), id: 'no-project' })
  }

  async function create(event: KeyboardEvent) {
    const letter = await nextKey()
    if (letter && creations.includes(letter)) hotkeyOf(letter)?.run(event)
  }

  useHotkeys({ g: () => void go(), n: (event) => void create(event) })
}
