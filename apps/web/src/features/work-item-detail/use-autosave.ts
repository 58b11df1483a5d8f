import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#data/i18n.ts'
import { isEnding } from '#data/left-texts.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { noticeSignedOut } from '#data/query-client.ts'
import { Autosave } from '#entities/work-item/autosave.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { toast } from '#ui/feedback/toast.ts'

const DELAY = 1_500

/**
 * A text that saves itself. Leaving the screen sends it at once; leaving the page too, and asks first.
 * A failure keeps what was typed and offers to send it again, and sends it when the network is back.
 */
export function useAutosave(
  name: 'title' | 'description',
  page: Pick<ItemPage, 'onSaveStatus'>,
  send: (value: string, leaving: boolean) => Promise<void>,
) {
  const latest = useRef({ send, page })
  useLayoutEffect(() => {
    latest.current = { send, page }
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
      onStatus: (status) => latest.current.page.onSaveStatus(name, status, () => void made.flush()),
    })
    return made
  })

  useEffect(() => {
    function handleLeaving(event: BeforeUnloadEvent) {
      if (autosave.isDirty && !isEnding()) event.preventDefault()
    }
    const handleLeft = () => void autosave.flush(true)
    const handleOnline = () => void autosave.flush()
    addEventListener('beforeunload', handleLeaving)
    addEventListener('pagehide', handleLeft)
    addEventListener('online', handleOnline)
    return () => {
      removeEventListener('beforeunload', handleLeaving)
      removeEventListener('pagehide', handleLeft)
      removeEventListener('online', handleOnline)
      void autosave.flush()
    }
  }, [autosave])

  return autosave
}
