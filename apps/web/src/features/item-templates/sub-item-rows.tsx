import { CornerDownRight, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { type DraftRow, depthOf, isBlank, withoutRow, withRow } from './template-draft.ts'

interface SubItemRowsProps {
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  isFull: boolean
  /** The user tried to save: shows which titles are missing. */
  tried: boolean
}

/** The titles of the sub-items. Enter adds one, as in a list. */
export function SubItemRows({ rows, onChange, isFull, tried }: SubItemRowsProps) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (added) field.current?.focus()
  }, [added])

  function add(after?: DraftRow) {
    if (isFull) return
    const key = newId()
    onChange(withRow(rows, key, after))
    setAdded(key)
  }

  const rename = (row: DraftRow, name: string) =>
    onChange(rows.map((one) => (one === row ? { ...one, item: { ...one.item, name } } : one)))

  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('item_templates.sub_item_list')}</legend>
      <ul className="flex flex-col gap-1.5">
        {rows.map((row, index) => (
          <li
            key={row.key}
            className="flex items-start gap-1.5"
            style={{ paddingLeft: 16 * Math.min(depthOf(rows, row) - 1, 4) }}
          >
            <span className="flex h-7 shrink-0 items-center text-ink-3 max-md:h-11">
              <Icon of={CornerDownRight} />
            </span>
            <div className="min-w-0 grow">
              <Input
                ref={row.key === added ? field : undefined}
                label={t('item_templates.sub_item', { number: index + 1 })}
                hideLabel
                maxLength={255}
                value={row.item.name}
                error={
                  tried &&
                  !row.item.name.trim() &&
                  !isBlank(rows, row) &&
                  t('item_templates.title_required')
                }
                onChange={(event) => rename(row, event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  if (event.ctrlKey || event.metaKey || !row.item.name.trim()) return
                  event.preventDefault()
                  add(row)
                }}
              />
            </div>
            <IconButton
              icon={X}
              label={t('item_templates.remove_sub_item', {
                name: row.item.name.trim() || t('item_templates.sub_item', { number: index + 1 }),
              })}
              onClick={() => onChange(withoutRow(rows, row))}
            />
          </li>
        ))}
      </ul>
      {!isFull && (
        <Button variant="ghost" icon={Plus} className="mt-1.5 -ml-2" onClick={() => add()}>
          {t('item_templates.add_sub_item')}
        </Button>
      )}
    </fieldset>
  )
}
