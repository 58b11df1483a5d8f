import {
  assetsApi,
  type Draft,
  draftsApi,
  type IntakeEdits,
  intakeItemsApi,
  type NewDraft,
  type Project,
  type WorkItem,
} from '@cairn/contract'
import { useRef, useState } from 'react'
import { ApiError, call, isAnswer } from '#data/api.ts'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { leaveText } from '#data/left-texts.ts'
import { newId } from '#data/new-id.ts'
import { notifyFailure, sentenceOf } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { useMe } from '#entities/account/hooks.ts'
import { draftsIn } from '#entities/draft/draft-queries.ts'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { statesIn } from '#entities/state/hooks.ts'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { saveDraft as saveDraftOf } from '#entities/work-item-list/draft-actions.ts'
import {
  changeWorkItem,
  draftOf,
  firstState,
  createWorkItem as putNewItem,
} from '#entities/work-item-list/use-item-actions.ts'
import { toast } from '#ui/feedback/toast.ts'
import { changesIn, isSame, picturesIn, toBody, toDraft, type Values } from './form-values.ts'
import { leaveSent, leaveValues, leftName, markOpen } from './left-form.ts'
import { isWriting } from './writing.ts'

interface Form {
  slug: string
  project: Project
  intent: WorkItemIntent
  begin: Values
}

type Action = 'save' | 'add' | 'saveAsDraft'

/** Actions of the dialog's buttons. Each reports its result, and whether the dialog may close. */
export function useFormActions({ slug, project, intent, begin }: Form) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<Action>()
  /** Uploaded pictures not bound to an item yet. */
  const pictures = useRef<string[]>([...(intent.refused?.pictures ?? [])])
  const mode = modeOf(intent)
  const here = { slug, project_id: project.id }
  const { id: me } = useMe()
  const { createWorkItem } = useShell()

  async function attempt(action: Action, failure: TextKey, run: () => Promise<void>) {
    if (busy) return false
    setBusy(action)
    try {
      await run()
      return true
    } catch (error) {
      notifyFailure(t(failure), error)
      return false
    } finally {
      setBusy(undefined)
    }
  }

  async function bindPictures(entity_id: string) {
    const asset_ids = pictures.current
    pictures.current = []
    if (asset_ids.length === 0) return
    await call(assetsApi.bindInProject, { params: { ...here, entity_id }, body: { asset_ids } })
  }

  async function upload(file: File, onProgress: (share: number) => void) {
    const entity_identifier = intent.item?.id
    const where = { entity_identifier, onProgress }
    const target = await uploadProjectAsset(slug, project.id, file, 'ISSUE_DESCRIPTION', where)
    if (!entity_identifier) pictures.current.push(target.asset_id)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  /** A copy gets its own pictures: those of the original are deleted with it. */
  async function withOwnPictures(values: Values): Promise<Values> {
    let { description_html } = values
    for (const id of picturesIn(description_html)) {
      if (pictures.current.includes(id)) continue
      const body = { entity_type: 'ISSUE_DESCRIPTION', project_id: project.id }
      const { asset_id } = await call(assetsApi.duplicate, { params: { slug, id }, body })
      pictures.current.push(asset_id)
      description_html = description_html.replaceAll(id, asset_id)
    }
    return { ...values, description_html }
  }

  function notifyCreated(item: { sequence_id: number; name: string }) {
    const key = keyOf(project, item)
    toast({
      kind: 'success',
      title: t('item_form.created', { key }),
      text: item.name,
      action: {
        label: t('item_form.view'),
        onSelect: () => window.open(itemAddress(slug, key), '_blank', 'noopener'),
      },
    })
  }

  const forgetDrafts = () => queryClient.invalidateQueries({ queryKey: draftsIn(slug) })

  /** Reopens a rejected form as it was typed, unless the user is typing something else by now. */
  function reopen(values: Values, title: string, error: unknown, id?: string) {
    if (error instanceof ApiError && error.status === 401) {
      const name = leftName(slug, intent)
      leaveText(name, me, leaveValues({ project_id: project.id, values }))
      markOpen(name)
      return false
    }
    if (!createWorkItem || isWriting()) return false
    const reason = [title, sentenceOf(error)].filter(Boolean).join(' ')
    const refused = { id, values: toBody(values), pictures: pictures.current, reason }
    createWorkItem({ ...intent, project_id: project.id, refused })
    return true
  }

  function create(values: Values, template_id?: string) {
    const body = toBody(values)
    const states = queryClient.getQueryData(statesIn(here).queryKey) ?? []
    const state = states.find(({ id }) => id === body.state_id) ??
      firstState(states) ?? { id: '', group: 'backlog' as const }
    const id = isSame(intent.refused?.values, body) ? intent.refused?.id : undefined
    const is_epic = Boolean(intent.isEpic)
    const draft = draftOf(body, { id, project_id: project.id, created_by: me, is_epic, state })
    const creation = {
      ...{ body: { ...body, ...(template_id && { template_id }) }, draft },
      ...((intent.copyOf || (template_id && picturesIn(values.description_html).size > 0)) && {
        prepare: async () => toBody(await withOwnPictures(values)),
      }),
    }
    const left = { project_id: project.id, values, id: draft.id }
    const answered = leaveSent(leftName(slug, intent), me, left)
    void putNewItem(slug, creation, {
      onSuccess: (item) => {
        answered()
        // The item is there, and shows its pictures; unbound they would only not be removed with it.
        void bindPictures(item.id).catch(() => undefined)
        notifyCreated(item)
      },
      onStored: answered,
      onFailure: (error) => {
        if (isAnswer(error)) answered()
        reopen(values, t('item_form.not_created'), error, draft.id)
      },
    })
    return Promise.resolve(true)
  }

  function edit(values: Values, item: WorkItem) {
    const patch = changesIn(begin, values)
    void changeWorkItem(
      slug,
      { item, patch },
      {
        onSuccess: () =>
          void toast({
            kind: 'success',
            title: t('item_form.updated', { key: keyOf(project, item) }),
          }),
        onFailure: (error) => reopen(values, t('item_form.not_updated'), error),
      },
    )
    return Promise.resolve(true)
  }

  const saveDraft = (action: Action, values: Values) =>
    attempt(action, 'item_form.not_created', async () => {
      const body = toDraft(values, project.id, t('item_form.untitled'))
      const { draft } = intent
      const isNew = draft === undefined
      const shown = shownDraft(draft, body)
      const outcome = await saveDraftOf(slug, { isNew, body, draft: shown })
      if (outcome === 'saved') {
        if (isNew) await bindPictures(shown.id)
        await forgetDrafts()
      }
      toast({ kind: 'success', title: t('item_form.draft_saved') })
    })

  /** The draft in lists until the server responds. */
  function shownDraft(before: Draft | undefined, { module_ids, name = null, ...body }: NewDraft) {
    const states = queryClient.getQueryData(statesIn(here).queryKey) ?? []
    const state = states.find(({ id }) => id === body.state_id) ??
      firstState(states) ?? { id: '', group: 'backlog' as const }
    const { id = newId() } = before ?? {}
    const row = draftOf({ ...body, name: name ?? '' }, { id, ...here, created_by: me, state })
    return {
      ...{ ...row, ...before, ...body, is_draft: true, name },
      ...{ state_id: state.id, state__group: state.group },
      ...{ module_ids: module_ids ?? [], project_id: body.project_id ?? null },
      property_values: row.property_values,
      description_html: body.description_html ?? '',
    }
  }

  const submit = (values: Values) =>
    attempt('save', 'item_form.not_submitted', async () => {
      const { cycle_id, module_ids, ...issue } = toBody(values)
      const body = { source: 'IN_APP', issue }
      const submitted = await call(intakeItemsApi.create, { params: here, body })
      await bindPictures(submitted.issue.id)
      toast({
        kind: 'success',
        title: t('item_form.submitted', { key: keyOf(project, submitted.issue) }),
      })
      intent.onSubmitted?.(submitted)
    })

  /** A failure is reported where the change is shown and reverted. */
  async function accept(values: Values) {
    if (busy) return false
    setBusy('save')
    const accepted = await intent.accept?.(changesIn(begin, values) as IntakeEdits)
    setBusy(undefined)
    return accepted ?? false
  }

  const save = (values: Values, template_id?: string) => {
    if (mode === 'accept') return accept(values)
    if (mode === 'submit') return submit(values)
    if (intent.item) return edit(values, intent.item)
    return mode === 'create' || mode === 'create_epic'
      ? create(values, template_id)
      : saveDraft('save', values)
  }

  const addToProject = (values: Values) =>
    attempt('add', 'item_form.not_moved', async () => {
      const { id = '' } = intent.draft ?? {}
      const body = toDraft(values, project.id, t('item_form.untitled'))
      await call(draftsApi.change, { params: { slug, id }, body })
      const item = await call(draftsApi.toItem, { params: { slug, id }, body: toBody(values) })
      await forgetDrafts()
      notifyCreated(item)
    })

  return {
    busy,
    upload,
    save,
    addToProject,
    saveAsDraft: (values: Values) => saveDraft('saveAsDraft', values),
  }
}
