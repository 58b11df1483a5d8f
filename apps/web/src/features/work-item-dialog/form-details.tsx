import type { PropertyChanges } from '@cairn/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyRows } from '#entities/work-item/property-rows.tsx'
import { hasValue } from '#entities/work-item/property-words.ts'
import { Button } from '#ui/controls/button.tsx'
import type { AskedProperties } from './use-asked-properties.ts'

interface FormDetailsProps {
  slug: string
  project_id: string
  asked: AskedProperties
  onChange: (changes: PropertyChanges) => void
  /** The user tried to send the form: shows what is missing. */
  tried: boolean
}

/** The properties of the type: what has to be filled in, and the others on request. */
export function FormDetails(props: FormDetailsProps) {
  const { slug, project_id, asked, onChange, tried } = props
  const { type, properties, valueAt, problemOf } = asked
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  // What is cleared stays where it is.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fresh = properties.filter(
    (one) => !seen.has(one.id) && (one.is_required || hasValue(valueAt(one))),
  )
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]))
  if (!type || properties.length === 0) return null
  const shown = all ? properties : properties.filter(({ id }) => seen.has(id))
  const hidden = properties.length - shown.length
  const title = t('properties.details', { type: type.name })
  return (
    <section aria-label={title} className="mt-4 border-t border-line-subtle pt-3">
      <h3 className="mb-1 font-medium">{title}</h3>
      <PropertyRows
        slug={slug}
        project_id={project_id}
        properties={shown}
        valueAt={valueAt}
        onChange={onChange}
        problemOf={tried ? problemOf : undefined}
      />
      {hidden > 0 && (
        <Button
          size="sm"
          variant="ghost"
          icon={ChevronDown}
          className="mt-1 -ml-2"
          onClick={() => setAll(true)}
        >
          {t('properties.more', { count: hidden })}
        </Button>
      )}
    </section>
  )
}
