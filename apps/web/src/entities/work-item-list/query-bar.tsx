import { print } from '@cairn/work-item-query/language'
import { useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import type { FilterChipsProps } from './filter-chip.tsx'
import { QueryBuilder } from './query-builder.tsx'
import { QueryLine } from './query-line.tsx'
import { withNames } from './query-names.ts'
import { storedAsText } from './query-switch.tsx'
import { parsed, stored, toExpression, toFilters } from './query-tree.ts'
import { useQueryWords } from './query-words.ts'

/** A query of a list: as groups of chips, or as a line of text; either turns into the other. */
export default function QueryBar(props: FilterChipsProps) {
  const { settings, fixed, onChange } = props
  const { t } = useTranslation()
  const { filters } = settings
  const text = filters.pql?.[0] ?? ''
  const words = useQueryWords(props)
  const isReadable = text === '' || parsed(text) !== undefined
  const [asText, setAsText] = useState(() => text === '' || readStored(storedAsText, false))
  const whole = useMemo(() => toExpression(filters), [filters])
  const written = whole ? print(withNames(whole, words)) : text

  function turn(isText: boolean) {
    writeStored(storedAsText, isText)
    setAsText(isText)
    if (!isText) onChange(stored(whole))
  }

  if (fixed) {
    return (
      <code className="min-w-0 truncate font-mono text-[12px] text-ink-2" title={written}>
        {written}
      </code>
    )
  }
  return (
    <>
      {asText || !isReadable ? (
        <QueryLine
          text={isReadable ? written : text}
          words={words}
          onApply={(query) => onChange({ pql: [query ? print(query) : ''] })}
        />
      ) : (
        whole && (
          <QueryBuilder
            {...props}
            query={whole}
            onWrite={() => turn(true)}
            onQuery={(query) =>
              onChange(toFilters(query) ?? (query ? { pql: [print(query)] } : {}))
            }
          />
        )
      )}
      <Button size="sm" variant="ghost" onClick={() => onChange({})}>
        {t('list_settings.clear_all')}
      </Button>
      <Switch
        label={t('query.switch')}
        checked={asText || !isReadable}
        disabled={!isReadable}
        onChange={turn}
        className="text-small"
      />
    </>
  )
}
