import type { ItemTemplate, Project, PropertyChanges } from '@cairn/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { currentLanguage, useTranslation } from '#data/i18n.ts'
import { useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { RestoredNote } from '#entities/left-text/left-text-notes.tsx'
import { ProjectPicker } from '#entities/project/project-picker.tsx'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { AiHelp } from '#features/ai-assistant/ai-help.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose, useIsClosing } from '#ui/platform/presence.tsx'
import { FormDetails } from './form-details.tsx'
import { FormProperties, openByKey } from './form-properties.tsx'
import {
  isWritten,
  type Problem,
  problemOf,
  restoredValues,
  type Values,
  valuesOf,
} from './form-values.ts'
import { forgetForm, type LeftForm, leaveValues, leftName, markOpen } from './left-form.ts'
import { ParentTag } from './parent-tag.tsx'
import { SaveDraftDialog } from './save-draft-dialog.tsx'
import { SimilarItems } from './similar-items.tsx'
import { TemplatePicker, templateValues } from './template-picker.tsx'
import { useAskedProperties } from './use-asked-properties.ts'
import { useFormActions } from './use-form-actions.ts'
import { useWriting } from './writing.ts'

interface WorkItemFormProps {
  slug: string
  intent: WorkItemIntent
  /** Values typed before and neither sent nor discarded. */
  left: LeftForm | undefined
  begin: Values
  project: Project
  projects: readonly Project[]
  onProject: (id: string) => void
  onClose: () => void
}

export function WorkItemForm(props: WorkItemFormProps) {
  const { slug, intent, project, projects, onProject, onClose } = props
  const { t } = useTranslation()
  const mode = modeOf(intent)
  const title = useRef<HTMLTextAreaElement>(null)
  // The initial values: changes by other users meanwhile are not changes of this form.
  const [begin] = useState(props.begin)
  const { id: me } = useMe()
  const draftKey = leftName(slug, intent)
  const source = intent.item ?? intent.copyOf ?? intent.draft
  const isClosing = useIsClosing()
  const leave = useClose(onClose)
  const [isRestored, setRestored] = useState(props.left !== undefined)
  const [values, setValues] = useState(
    () =>
      (props.left &&
        (source
          ? { ...valuesOf(), ...props.left.values }
          : restoredValues(props.left, project.id, begin))) ??
      (intent.refused && valuesOf(intent.refused.values)) ??
      begin,
  )
  const [refusal, setRefusal] = useState(intent.refused?.reason)
  const isTyped = !isClosing && values !== begin && isWritten(values)
  useWriting(!isClosing && isWritten(values))
  useLeaveText(draftKey, me, () =>
    isTyped ? leaveValues({ project_id: project.id, values, id: intent.refused?.id }) : undefined,
  )
  useEffect(() => markOpen(isTyped ? draftKey : undefined), [isTyped, draftKey])
  const [more, setMore] = useState(false)
  const [template, setTemplate] = useState<ItemTemplate>()
  const [problem, setProblem] = useState<Problem>()
  /** The properties whose values another project cannot have. */
  const [lost, setLost] = useState<readonly string[]>([])
  const [uploading, setUploading] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const mentions = useMentionable({ slug, project })
  const actions = useFormActions({ slug, project, intent, begin })
  // Not every project has epics.
  const fixed = Boolean(intent.item ?? intent.copyOf?.is_epic ?? intent.isProjectFixed)
  const isEpic = Boolean(intent.isEpic ?? intent.item?.is_epic ?? intent.copyOf?.is_epic)
  const asked = useAskedProperties({
    ...{ slug, project, values, isEpic, isDraft: mode === 'draft' || mode === 'edit_draft' },
    // With another type, what that requires is asked for as for a new item.
    before: intent.item && values.type_id === begin.type_id ? begin.property_values : undefined,
  })
  // A request needs no values: they are entered when it is accepted.
  const asks = mode !== 'submit' && mode !== 'accept'
  const [tried, setTried] = useState(false)
  const details = useRef<HTMLDivElement>(null)
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const setProperties = (changes: PropertyChanges) =>
    setValues((before) => ({
      ...before,
      property_values: { ...before.property_values, ...changes },
    }))

  function setPicked(change: Partial<Values>) {
    set(change)
    if (change.type_id) setProperties(asked.carried(change.type_id))
  }

  /** Leads to the first property that is missing or wrong; returns whether there is one. */
  function showProblem() {
    const wrong = asks && asked.properties.find(asked.problemOf)
    setTried(Boolean(wrong))
    if (!wrong) return false
    details.current
      ?.querySelector<HTMLElement>(`[data-property="${wrong.id}"] :is(input, textarea, button)`)
      ?.focus()
    return true
  }

  function close() {
    setLeaving(false)
    leave()
  }

  function handleClose() {
    if (uploading) return toast({ kind: 'error', title: t('item_form.still_uploading') })
    if (mode === 'create' && isWritten(values)) return setLeaving(true)
    discard()
  }

  function discard() {
    forgetForm(draftKey, me)
    close()
  }

  /** Sends the form if it is valid. */
  async function submit(send: (values: Values) => Promise<boolean>) {
    if (isClosing) return
    if (uploading) return toast({ kind: 'error', title: t('item_form.still_uploading') })
    const found = problemOf(values)
    setProblem(found)
    setRefusal(undefined)
    if (found) return title.current?.focus()
    if (showProblem() || !(await send(asked.sent(values)))) return
    if (!more) return close()
    // A new form, though with the same initial values.
    setValues({ ...begin })
    setTemplate(undefined)
    setLost([])
    setRestored(false)
    title.current?.focus()
  }

  const handleSubmit = () =>
    void submit(
      mode === 'to_project' ? actions.addToProject : (typed) => actions.save(typed, template?.id),
    )

  function handleKey(event: KeyboardEvent) {
    if (openByKey(event.currentTarget, event)) return event.preventDefault()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    handleSubmit()
  }

  function handleTitleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // With Ctrl it is sent by `handleKey`, wherever the focus is.
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    handleSubmit()
  }

  const creates = ['create', 'create_epic', 'draft', 'submit'].includes(mode)
  return (
    <>
      <Dialog
        open
        onClose={handleClose}
        size="lg"
        title={t(`item_form.title.${mode}`, { key: intent.item && keyOf(project, intent.item) })}
        onSubmit={handleSubmit}
        initialFocus={title}
        dismissible={false}
        footer={
          <>
            {creates && (
              <Switch
                className="mr-auto text-ink-2"
                label={t('item_form.create_more')}
                checked={more}
                onChange={setMore}
              />
            )}
            <Button onClick={handleClose}>{t('common.cancel')}</Button>
            {mode === 'to_project' && (
              <Button busy={actions.busy === 'save'} onClick={() => void submit(actions.save)}>
                {t('item_form.save.edit')}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              busy={actions.busy === (mode === 'to_project' ? 'add' : 'save')}
            >
              {t(`item_form.save.${mode}`)}
            </Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in any of the fields inside */}
        <div onKeyDown={handleKey}>
          {refusal && (
            <p role="alert" className="mb-3 text-small text-danger-ink">
              {refusal}
            </p>
          )}
          {isRestored && isTyped && (
            <RestoredNote
              className="mb-3"
              onDiscard={() => {
                forgetForm(draftKey, me)
                setValues(begin)
                setRestored(false)
                title.current?.focus()
              }}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <ProjectPicker
              projects={projects}
              value={project.id}
              disabled={fixed}
              onChange={(id) => {
                const target = projects.find((one) => one.id === id)
                if (!target) return
                const there = asked.inProject(target, values)
                onProject(id)
                setTemplate(undefined)
                setValues(there.values)
                setLost(there.lost)
              }}
            />
            {mode === 'create' && !intent.copyOf && (
              <TemplatePicker
                slug={slug}
                project={project}
                value={template}
                onChange={(chosen) => {
                  setTemplate(chosen)
                  setValues((before) => templateValues(chosen, before))
                  setProblem(undefined)
                }}
              />
            )}
          </div>
          {lost.length > 0 && (
            <p role="status" className="mt-2 text-small text-ink-3">
              {t('item_form.not_in_project', {
                project: project.name,
                properties: new Intl.ListFormat(currentLanguage()).format(lost),
              })}
            </p>
          )}
          {values.parent_id && (
            <ParentTag
              slug={slug}
              project={project}
              id={values.parent_id}
              onRemove={() => set({ parent_id: null })}
            />
          )}
          <textarea
            ref={title}
            rows={1}
            aria-label={t('item_form.name')}
            aria-invalid={problem !== undefined}
            aria-describedby={problem && 'item-form-problem'}
            placeholder={t('item_form.name')}
            value={values.name}
            onChange={(event) => {
              set({ name: event.target.value.replaceAll('\n', ' ') })
              setProblem(undefined)
            }}
            onKeyDown={handleTitleKey}
            className="mt-3 block field-sizing-content max-h-40 w-full resize-none bg-transparent text-heading font-semibold outline-none"
          />
          {problem && (
            <p id="item-form-problem" role="alert" className="mt-1 text-small text-danger-ink">
              {t(`item_form.name_${problem}`)}
            </p>
          )}
          {(mode === 'create' || mode === 'submit') && (
            <SimilarItems slug={slug} project={project} values={values} />
          )}
          <div className="mt-2 max-h-[46vh] overflow-y-auto">
            <Editor
              value={values.description_html}
              onChange={(description_html) => set({ description_html })}
              label={t('item_form.description')}
              placeholder={t('item_form.description_placeholder')}
              minHeight={120}
              toolbar="bubble"
              mentions={mentions}
              upload={actions.upload}
              onBusy={setUploading}
            />
          </div>
          {mode !== 'submit' && (
            <AiHelp
              slug={slug}
              project_id={project.id}
              name={values.name}
              html={values.description_html}
              onWrite={(description_html) => set({ description_html })}
            />
          )}
          <FormProperties
            slug={slug}
            project={project}
            values={values}
            set={setPicked}
            hasParent={!isEpic}
            isRequest={mode === 'submit'}
          />
          {asks && asked.properties.length > 0 && (
            <div ref={details}>
              <FormDetails
                key={asked.type?.id}
                slug={slug}
                project_id={project.id}
                asked={asked}
                onChange={setProperties}
                tried={tried}
              />
            </div>
          )}
        </div>
      </Dialog>
      <SaveDraftDialog
        open={leaving}
        busy={actions.busy === 'saveAsDraft'}
        onCancel={() => setLeaving(false)}
        onDiscard={discard}
        onSave={async () => {
          if (await actions.saveAsDraft(asked.sent(values))) discard()
        }}
      />
    </>
  )
}
