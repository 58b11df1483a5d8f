import { projectMembersApi as api, type ProjectUserPropertiesPatch } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { useMe } from '#features/account/hooks.ts'
import { abilitiesOf, contextKey, type ListContext } from './list-context.ts'
import {
  type DisplayFilters,
  type DisplayProperties,
  type Filters,
  firstSettings,
  type ListSettings,
  readSearch,
  readSettings,
  type StoredSettings,
  toSearch,
  toStoredFilters,
  withDisplay,
} from './list-settings.ts'
import { readLocal, writeLocal } from './local-settings.ts'

const isOnServer = (context: ListContext): context is ListContext & { project_id: string } =>
  abilitiesOf(context).settings === 'server'

function readServer(context: ListContext & { project_id: string }): Promise<StoredSettings> {
  const params = { slug: context.slug, project_id: context.project_id }
  return context.kind === 'epics'
    ? call(api.epicProperties, { params })
    : call(api.properties, { params })
}

async function save(context: ListContext, userId: string, change: ProjectUserPropertiesPatch) {
  writeLocal(context, userId, change)
  if (!isOnServer(context)) return
  const input = { params: { slug: context.slug, project_id: context.project_id }, body: change }
  if (context.kind === 'epics') await call(api.changeEpicProperties, input)
  else await call(api.changeProperties, input)
}

const settingsOf = (context: ListContext, userId: string) =>
  queryOptions({
    queryKey: ['list-settings', context.slug, contextKey(context), userId] as const,
    queryFn: async (): Promise<StoredSettings> => {
      const local = readLocal(context, userId)
      if (!isOnServer(context)) return local
      const { filters, display_filters, display_properties } = await readServer(context)
      const saved = { filters, display_filters, display_properties }
      writeLocal(context, userId, saved)
      return saved
    },
  })

/** As it was last seen in this browser, until the server has answered: the first rows need not wait. */
function lastSeen(context: ListContext, userId: string): StoredSettings | undefined {
  const local = readLocal(context, userId)
  const known = local.display_filters !== undefined || !isOnServer(context)
  return known ? local : undefined
}

export interface ListSettingsDeeds {
  setFilters: (filters: Filters) => void
  setDisplay: (change: Partial<DisplayFilters>) => void
  setProperties: (change: Partial<DisplayProperties>) => void
}

const unknown: StoredSettings = {}

type Search = Record<string, unknown>

/** What an address says of layout and filters, and what it is told to say. */
function useAddress() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const text = ownText(search)
  const [seen, setSeen] = useState(text)
  const [asked, setAsked] = useState(() => readSearch(search))
  const written = useRef(text)

  // Somebody followed a link, or went back: not what was written here.
  if (text !== seen) {
    setSeen(text)
    if (text !== written.current) setAsked(readSearch(search))
  }

  function write(settings: ListSettings) {
    const wanted = ownText(toSearch({}, settings))
    if (wanted === written.current && wanted === text) return
    written.current = wanted
    if (wanted === text) return
    const here: string = '.'
    const next = (before: Search) => toSearch(before, settings)
    void navigate({ to: here, search: next as never, replace: true })
  }

  return { asked, setAsked, write }
}

/**
 * How this person sees a list: undefined until it is known. What is changed shows at once and is saved
 * after; layout and filters stand in the address too, so that a link shows the same to others.
 */
export function useListSettings(context: ListContext) {
  const { t } = useTranslation()
  const { id: userId } = useMe()
  const { asked, setAsked, write } = useAddress()
  const options = settingsOf(context, userId)
  const { data, isError } = useQuery({
    ...options,
    initialData: () => lastSeen(context, userId),
    initialDataUpdatedAt: 0,
  })
  // Who cannot read how they like it still sees the list.
  const stored = data ?? (isError ? unknown : undefined)
  const { boardGroup, layouts } = abilitiesOf(context)

  const settings = useMemo(() => {
    if (!stored) return undefined
    const saved = stored.display_filters ? readSettings(stored) : firstSettings
    const wanted = asked
      ? { ...saved.display, layout: asked.layout, type: asked.type }
      : saved.display
    const layout = layouts.includes(wanted.layout) ? wanted.layout : layouts[0]
    return {
      filters: asked?.filters ?? saved.filters,
      display: withDisplay(wanted, { layout }, boardGroup),
      properties: saved.properties,
    }
  }, [stored, asked, layouts, boardGroup])

  const latest = useRef(settings)
  useLayoutEffect(() => {
    latest.current = settings
    if (settings) write(settings)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: all are named by context and person
  const deeds = useMemo((): ListSettingsDeeds => {
    function change(next: ListSettings, part: ProjectUserPropertiesPatch) {
      latest.current = next
      queryClient.setQueryData(options.queryKey, (before) => ({ ...before, ...part }))
      setAsked({ filters: next.filters, layout: next.display.layout, type: next.display.type })
      save(context, userId, part).catch(async (error) => {
        tellFailure(t('work_items.settings_not_saved'), error)
        await queryClient.invalidateQueries({ queryKey: options.queryKey })
        setAsked(undefined)
      })
    }
    return {
      setFilters(filters) {
        const now = latest.current
        if (now) change({ ...now, filters }, { filters: toStoredFilters(filters) })
      },
      setDisplay(wanted) {
        const now = latest.current
        if (!now) return
        const display = withDisplay(now.display, wanted, boardGroup)
        change({ ...now, display }, { display_filters: { ...display } })
      },
      setProperties(wanted) {
        const now = latest.current
        if (!now) return
        const properties = { ...now.properties, ...wanted }
        change({ ...now, properties }, { display_properties: properties })
      },
    }
  }, [contextKey(context), userId])

  return { settings, deeds }
}

/** The part of an address that is about the list, as text. */
const ownText = (search: Search) => {
  const asked = readSearch(search)
  return asked ? JSON.stringify(toSearch({}, withAsked(asked))) : ''
}

const withAsked = ({ filters, layout, type }: NonNullable<ReturnType<typeof readSearch>>) => ({
  ...firstSettings,
  filters,
  display: { ...firstSettings.display, layout, type },
})
