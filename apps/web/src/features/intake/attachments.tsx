import { Paperclip } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { AttachmentsSection, useUploads } from '#features/attachments/index.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

/** A drop zone for files, and the attachments. */
export function IntakeAttachments() {
  const { t } = useTranslation()
  const page = useItemPage()
  const { uploads, start } = useUploads(placeOf(page))
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const attach = () => input.current?.click()

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    start([...event.dataTransfer.files])
  }

  const text = over ? 'intake.attach.drop' : uploads.length > 0 ? 'intake.attach.busy' : undefined
  return (
    <>
      {page.canAttach && (
        <>
          <button
            type="button"
            onClick={attach}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={handleDrop}
            className={classNames(
              'mt-4 flex h-15 w-full items-center justify-center gap-2 rounded-lg border border-dashed',
              over
                ? 'border-accent bg-accent-subtle text-accent-ink'
                : 'border-line-strong text-ink-3 hover:bg-hover hover:text-ink',
            )}
          >
            <Icon of={Paperclip} />
            {t(text ?? 'intake.attach.click')}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('intake.attach.click')}
            onChange={(event) => {
              start([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </>
      )}
      <AttachmentsSection uploads={uploads} onAttach={attach} />
    </>
  )
}
