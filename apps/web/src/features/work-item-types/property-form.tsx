import {
  isListKind,
  MAX_PROPERTY_DECIMALS,
  type WorkItemProperty,
  type WorkItemType,
} from '@cairn/contract'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useSentForm } from '#data/use-sent-form.ts'
import { PropertyValueField } from '#entities/work-item/property-value.tsx'
import { problemOfValue } from '#entities/work-item/property-words.ts'
import { kindChoices } from '#entities/work-item-type/property-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { OptionRows } from './option-rows.tsx'
import { useChangeProperty, useCreateProperty } from './property-hooks.ts'
import {
  changedProperty,
  emptyForm,
  formOf,
  newProperty,
  type PropertyForm,
  problemOfForm,
  removedOptions,
} from './property-values.ts'

interface NewPropertyFormProps {
  slug: string
  type: WorkItemType
  onClose: () => void
}

/** Hidden while the property is being created; reopened for correction if the server rejects it. */
export function NewPropertyForm({ slug, type, onClose }: NewPropertyFormProps) {
  const create = useCreateProperty({ slug })
  const [sent, setSent] = useState<PropertyForm>()
  const { isHidden, takesFocus, close, send } = useSentForm(onClose)
  const [refusal, setRefusal] = useState<string>()

  function save(form: PropertyForm) {
    setSent(form)
    create.mutate(
      { ...newProperty(form), type_id: type.id },
      send({
        onFailure: (error) => {
          setRefusal(sentenceOf(error))
          return sentenceOf(error) !== undefined
        },
      }),
    )
  }

  if (isHidden) return null
  return (
    <PropertyFields
      slug={slug}
      type={type}
      first={sent ?? emptyForm()}
      autoFocus={takesFocus}
      refusal={refusal}
      onSave={save}
      onClose={close}
    />
  )
}

interface EditPropertyFormProps extends NewPropertyFormProps {
  property: WorkItemProperty
}

/** Stays open until the server accepts it. */
export function EditPropertyForm({ slug, type, property, onClose }: EditPropertyFormProps) {
  const change = useChangeProperty({ slug, type_id: type.id })
  const [refusal, setRefusal] = useState<string>()

  function save(form: PropertyForm) {
    const patch = changedProperty(property, form)
    if (Object.keys(patch).length === 0) return onClose()
    change.mutate(
      { id: property.id, patch },
      {
        onSuccess: onClose,
        onFailure: (error) => {
          setRefusal(sentenceOf(error))
          return sentenceOf(error) !== undefined
        },
      },
    )
  }

  return (
    <PropertyFields
      slug={slug}
      type={type}
      first={formOf(property)}
      autoFocus
      property={property}
      refusal={refusal}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface PropertyFieldsProps {
  slug: string
  type: WorkItemType
  first: PropertyForm
  autoFocus: boolean
  /** The property that is edited. */
  property?: WorkItemProperty
  /** Why the server did not save it. */
  refusal: string | undefined
  onSave: (form: PropertyForm) => void
  onClose: () => void
}

const decimals = Array.from({ length: MAX_PROPERTY_DECIMALS + 1 }, (_, count) => count)
const ANY = -1

function PropertyFields(props: PropertyFieldsProps) {
  const { slug, type, property, refusal, onSave, onClose } = props
  const { t } = useTranslation()
  const [form, setForm] = useState(props.first)
  const [tried, setTried] = useState(false)
  const { name, choice, options, default_value } = form
  const problem = tried ? problemOfForm(form) : undefined
  const removed = property ? removedOptions(property, form) : []
  const set = (change: Partial<PropertyForm>) => setForm({ ...form, ...change })
  // The value new items get is entered like the value of an item.
  const shown: WorkItemProperty = {
    ...{ id: `default of ${property?.id}`, type_id: type.id, workspace_id: type.workspace_id },
    ...{ name: t('properties.default'), help: '', is_required: false, is_active: true },
    ...{ kind: choice.kind, is_multi: choice.is_multi, default_value: null, sort_order: 0 },
    ...{ unit: form.unit, decimals: form.decimals, options: [] },
  }
  const defaults = Array.isArray(default_value) ? default_value : []

  // Several may become possible later; everything else about a kind stays.
  const kinds = kindChoices.filter(
    (one) =>
      !property ||
      (one.kind === property.kind &&
        (one.is_multi || !property.is_multi) &&
        isListKind(one.kind)) ||
      (one.kind === property.kind && one.is_multi === property.is_multi),
  )

  function chooseDefault(id: string, on: boolean) {
    const others = choice.is_multi ? defaults.filter((one) => one !== id) : []
    const next = on ? [...others, id] : defaults.filter((one) => one !== id)
    set({ default_value: next.length > 0 ? next : null })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // React also passes on what is submitted in a dialog opened from here.
    event.stopPropagation()
    setTried(true)
    if (problemOfForm(form) || problemOfValue(shown, default_value)) return
    onSave(form)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Popups are inside the form for React, but not in the DOM.
    const own = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && own) onClose()
  }

  return (
    <form
      noValidate
      aria-label={property ? property.name : t('properties.new')}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-col gap-3 bg-canvas p-3"
    >
      {refusal && (
        <Banner boxed tone="danger">
          {refusal}
        </Banner>
      )}
      <FormColumns>
        <Input
          autoFocus={props.autoFocus}
          label={t('properties.name')}
          placeholder={t('properties.name_example')}
          maxLength={255}
          autoComplete="off"
          value={name}
          error={problem === 'name' && t('properties.name_required')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Select
          label={t('properties.kind')}
          options={kinds.map((one) => ({ value: one.name, label: t(one.name), icon: one.icon }))}
          disabled={kinds.length < 2}
          value={choice.name}
          onChange={(chosen) => {
            const next = kindChoices.find((one) => one.name === chosen)
            if (!next) return
            const isSameKind = next.kind === choice.kind && (next.is_multi || !choice.is_multi)
            set({ choice: next, ...(!isSameKind && { default_value: null }) })
          }}
        />
      </FormColumns>
      <Input
        label={t('properties.help')}
        placeholder={t('properties.help_example')}
        maxLength={1000}
        autoComplete="off"
        value={form.help}
        onChange={(event) => set({ help: event.target.value })}
      />
      {choice.kind === 'number' && (
        <FormColumns>
          <Input
            label={t('properties.unit')}
            placeholder={t('properties.unit_example')}
            maxLength={20}
            autoComplete="off"
            value={form.unit}
            onChange={(event) => set({ unit: event.target.value })}
          />
          <Select
            label={t('properties.decimals')}
            options={[
              { value: ANY, label: t('properties.any_decimals') },
              ...decimals.map((count) => ({ value: count, label: String(count) })),
            ]}
            value={form.decimals ?? ANY}
            onChange={(count) => set({ decimals: count === ANY ? null : count })}
          />
        </FormColumns>
      )}
      {choice.kind === 'option' && (
        <OptionRows
          options={options}
          defaults={defaults}
          problem={
            problem === 'options' || problem === 'option_twice'
              ? t(`properties.problem.${problem}`)
              : undefined
          }
          onChange={(next) => set({ options: next })}
          onDefault={chooseDefault}
        />
      )}
      {removed.length > 0 && (
        <p className="text-small text-warning-ink">
          {t('properties.options_removed', {
            count: removed.length,
            names: removed.map((one) => one.name).join(', '),
          })}
        </p>
      )}
      {choice.kind !== 'option' && choice.kind !== 'item' && (
        <div className="min-w-0">
          <p className="font-medium">{t('properties.default')}</p>
          <div className="flex min-h-7 items-center">
            <PropertyValueField
              key={choice.name}
              slug={slug}
              property={shown}
              value={default_value ?? undefined}
              placeholder={t('item.none')}
              onChange={(value) => set({ default_value: value })}
            />
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line-subtle pt-3">
        <Switch
          label={t('properties.required')}
          checked={form.is_required}
          onChange={(is_required) => set({ is_required })}
        />
        <span className="min-w-0 grow text-ink-2">
          {t('properties.required_text', { type: type.name })}
        </span>
        <Button variant="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="primary">
          {t(property ? 'properties.save' : 'properties.create')}
        </Button>
      </div>
    </form>
  )
}
