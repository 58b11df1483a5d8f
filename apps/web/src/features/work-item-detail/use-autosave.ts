import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#data/i18n.ts'
import { leaveText, takeLeftText } from '#data/left-texts.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { isSessionOver, noticeSignedOut } from '#data/query-client.ts'
import { Autosave } from '#entities/work-item/autosave.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { toast } from '#ui/feedback/toast.ts'

const DELAY = 1_500

/**
 * A text that saves itself. Leaving the screen or the page sends it at once. Unconfirmed text is
 * stored in this browser. After a failure it keeps the typed text, offers a retry, and sends it
 * when the network is back.
 */
export function useAutosave(
  name: 'title' | 'description',
  page: Pick<ItemPage, 'onSaveStatus'>,
  send: (value: string, leaving: boolean) => Promise<void>,
  /** Where the text is stored in this browser, with the text it would replace. */
  stored?: { name: string; owner: string; base: string },
) {
  const latest = useRef({ send, page, stored })
  useLayoutEffect(() => {
    latest.current = { send, page, stored }
  })
  const [autosave] = useState(() => {
    const made: Autosave<string> = new Autosave<string>({
      delay: DELAY,
      send: async (value, leaving) => {
        try {
          await latest.current.send(value, leaving)
        } catch (error) {
          noticeSignedOut(error)
          const retry = { label: t('common.try_again'), onSelect: () => void made.flush() }
          const title = t('item.not_updated')
          toast({ kind: 'error', title, text: sentenceOf(error), action: retry, id: `not-${name}` })
          throw error
        }
      },
      store: (value) => {
        const place = latest.current.stored
        if (!place) return
        if (value === undefined) takeLeftText(place.name, place.owner)
        else leaveText(place.name, place.owner, value, place.base)
      },
      onStatus: (status) => latest.current.page.onSaveStatus(name, status, () => void made.flush()),
    })
    return made
  })

  useEffect(() => {
    const handleLeft = () => void autosave.flush(true)
    const handleOnline = () => void autosave.flush()
    // It is stored in this browser only until it is saved.
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty && !isSessionOver()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', handleLeft)
    addEventListener('online', handleOnline)
    return () => {
      removeEventListener('beforeunload', warn)
      removeEventListener('pagehide', handleLeft)
      removeEventListener('online', handleOnline)
      void autosave.flush()
    }
  }, [autosave])

  return autosave
}
