import {
  workItemsApi as api,
  assetsApi,
  draftsApi,
  epicsApi,
  type IntakeEdits,
  intakeItemsApi,
  type Project,
} from '@cairn/contract'
import { useRef, useState } from 'react'
import { call } from '#data/api.ts'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { keyFor } from '#data/key-for.ts'
import { queryClient } from '#data/query-client.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { draftsIn } from '#entities/draft/hooks.ts'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { modeOf, type WorkItemWish } from '#entities/work-item/wish.ts'
import { apart, sendPlan } from '#entities/work-item-list/plan-item.ts'
import { toast } from '#ui/toast.ts'
import { changesIn, picturesIn, toBody, toDraft, type Values } from './form-values.ts'

interface Form {
  slug: string
  project: Project
  wish: WorkItemWish
  begin: Values
}

type Action = 'save' | 'add' | 'keep'

/** What the dialog's buttons do. Each says how it went, and whether the dialog may close. */
export function useFormActions({ slug, project, wish, begin }: Form) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<Action>()
  /** Pictures that belong to nothing yet. */
  const pictures = useRef<string[]>([])
  const mode = modeOf(wish)
  const here = { slug, project_id: project.id }

  async function attempt(action: Action, failure: TextKey, run: () => Promise<void>) {
    if (busy) return false
    setBusy(action)
    try {
      await run()
      return true
    } catch (error) {
      tellFailure(t(failure), error)
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
    const entity_identifier = wish.item?.id
    const where = { entity_identifier, onProgress }
    const target = await uploadProjectAsset(slug, project.id, file, 'ISSUE_DESCRIPTION', where)
    if (!entity_identifier) pictures.current.push(target.asset_id)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  /** A copy has its own: those of the other item go with that one. */
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

  function tellCreated(item: { sequence_id: number; name: string }) {
    const key = keyOf(project, item)
    toast({
      kind: 'success',
      title: t('item_form.created'),
      text: `${key} ${item.name}`,
      action: {
        label: t('item_form.view'),
        onSelect: () => window.open(itemAddress(slug, key), '_blank', 'noopener'),
      },
    })
  }

  const forgetDrafts = () => queryClient.invalidateQueries({ queryKey: draftsIn(slug).queryKey })

  const create = (values: Values) =>
    attempt('save', 'item_form.not_created', async () => {
      const create = wish.isEpic ? epicsApi.create : api.create
      const { body, plan } = apart(toBody(wish.copyOf ? await withOwnPictures(values) : values))
      // Sent again after an answer that never came, it may have been made already.
      const key = keyFor(values)
      const input = { params: here, body: { ...body, plan }, key }
      const item = await call(create as typeof api.create, input)
      await bindPictures(item.id)
      tellCreated(item)
    })

  const edit = (values: Values, id: string) =>
    attempt('save', 'item_form.not_updated', async () => {
      const { body, plan } = apart(changesIn(begin, values))
      if (Object.keys(body).length > 0) {
        const change = wish.item?.is_epic ? epicsApi.change : api.change
        await call(change as typeof api.change, { params: { ...here, id }, body })
      }
      if (wish.item) await sendPlan(slug, wish.item, plan)
      toast({ kind: 'success', title: t('item_form.updated') })
    })

  const saveDraft = (action: Action, values: Values) =>
    attempt(action, 'item_form.not_created', async () => {
      const body = toDraft(values, project.id, t('item_form.untitled'))
      const { draft } = wish
      if (draft) await call(draftsApi.change, { params: { slug, id: draft.id }, body })
      else {
        const { id } = await call(draftsApi.create, { params: { slug }, body })
        await bindPictures(id)
      }
      await forgetDrafts()
      toast({ kind: 'success', title: t(draft ? 'item_form.updated' : 'item_form.draft_created') })
    })

  const submit = (values: Values) =>
    attempt('save', 'item_form.not_submitted', async () => {
      const { cycle_id, module_ids, ...issue } = toBody(values)
      const body = { source: 'IN_APP', issue }
      const submitted = await call(intakeItemsApi.create, { params: here, body })
      await bindPictures(submitted.issue.id)
      toast({ kind: 'success', title: t('item_form.submitted') })
      wish.onSubmitted?.(submitted)
    })

  /** Its failure is told where the change is shown and taken back. */
  async function accept(values: Values) {
    if (busy) return false
    setBusy('save')
    const accepted = await wish.accept?.(changesIn(begin, values) as IntakeEdits)
    setBusy(undefined)
    return accepted ?? false
  }

  const save = (values: Values) => {
    if (mode === 'accept') return accept(values)
    if (mode === 'submit') return submit(values)
    if (wish.item) return edit(values, wish.item.id)
    return mode === 'create' || mode === 'create_epic' ? create(values) : saveDraft('save', values)
  }

  const addToProject = (values: Values) =>
    attempt('add', 'item_form.not_moved', async () => {
      const { id = '' } = wish.draft ?? {}
      const body = toDraft(values, project.id, t('item_form.untitled'))
      await call(draftsApi.change, { params: { slug, id }, body })
      const item = await call(draftsApi.toItem, { params: { slug, id }, body: toBody(values) })
      await forgetDrafts()
      tellCreated(item)
    })

  return { busy, upload, save, addToProject, keep: (values: Values) => saveDraft('keep', values) }
}
