import {
  projectMembersApi as api,
  cyclesApi,
  modulesApi,
  type ProjectUserPropertiesPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { call, isAnswer } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { serialized } from '#data/serialized.ts'
import { useMe } from '#entities/account/hooks.ts'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { abilitiesOf, contextKey, type ListContext } from './list-context.ts'
import {
  type AskedSettings,
  type DisplayFilters,
  type DisplayProperties,
  type Filters,
  firstSettings,
  hasLayout,
  type Layout,
  type ListSettings,
  readSearch,
  readSettings,
  type StoredSettings,
  sameSettings,
  toSearch,
  toStoredFilters,
  withDisplay,
} from './list-settings.ts'
import { readLocal, writeLocal } from './local-settings.ts'

const unknown: StoredSettings = {}

type OfTeam = Extract<ListContext, { kind: 'team' }>
type OnServer = (ListContext & { project_id: string }) | OfTeam

const isOnServer = (context: ListContext): context is OnServer =>
  abilitiesOf(context).settings === 'server'

// Not needed for the first rows of any other list.
const loadTeam = () => import('./team-list.ts')

async function readServer(context: OnServer): Promise<StoredSettings> {
  if (context.kind === 'team') return (await loadTeam()).readTeamSettings(context)
  const params = { slug: context.slug, project_id: context.project_id }
  if (context.kind === 'epics') return call(api.epicProperties, { params })
  if (context.kind === 'cycle') {
    return call(cyclesApi.properties, { params: { ...params, id: context.cycle_id } })
  }
  if (context.kind === 'module') {
    return call(modulesApi.properties, { params: { ...params, id: context.module_id } })
  }
  return call(api.properties, { params })
}

/** The settings of a saved view, before changes on the page. */
const savedIn = (context: ListContext) => ('saved' in context ? context.saved : undefined)

async function save(context: ListContext, change: ProjectUserPropertiesPatch) {
  if (savedIn(context) || !isOnServer(context)) return
  if (context.kind === 'team') return (await loadTeam()).saveTeamSettings(context, change)
  const params = { slug: context.slug, project_id: context.project_id }
  const body = change
  if (context.kind === 'epics') await call(api.changeEpicProperties, { params, body })
  else if (context.kind === 'cycle') {
    const one = { ...params, id: context.cycle_id }
    await call(cyclesApi.changeProperties, { params: one, body })
  } else if (context.kind === 'module') {
    const one = { ...params, id: context.module_id }
    await call(modulesApi.changeProperties, { params: one, body })
  } else await call(api.changeProperties, { params, body })
}

/**
 * Changes the server has not answered, by list and user. They survive a reload, and are saved before
 * the settings are read again.
 */
interface Unsaved {
  context: ListContext
  userId: string
  change: ProjectUserPropertiesPatch
}
const storageKey = 'unsaved_list_settings'
const unsaved = new Map(readStored<[string, Unsaved][]>(storageKey, []))
const store = () => writeStored(storageKey, [...unsaved])

/** One by one, so that the last change wins: the next request has all changes made until then. */
function saveChange(context: ListContext, userId: string, part?: ProjectUserPropertiesPatch) {
  const key = unsavedKey(context, userId)
  if (part) {
    unsaved.set(key, { context, userId, change: { ...unsaved.get(key)?.change, ...part } })
    store()
  }
  return serialized(key, async () => {
    const change = unsaved.get(key)?.change
    if (!change) return
    const error = await save(context, change).catch((reason) => reason)
    if (error && !isAnswer(error)) return
    if (unsaved.get(key)?.change === change) unsaved.delete(key)
    store()
    if (error) throw error
  })
}

const unsavedKey = (context: ListContext, userId: string) => `${userId} ${contextKey(context)}`

/** Called when the network is back. */
export function saveSettings(user_id: string) {
  for (const { context, userId } of unsaved.values()) {
    if (userId === user_id) void saveChange(context, userId).catch(() => undefined)
  }
}

const settingsOf = (context: ListContext, userId: string) =>
  queryOptions({
    queryKey: ['list-settings', context.slug, contextKey(context), userId] as const,
    queryFn: async (): Promise<StoredSettings> => {
      if (savedIn(context)) return unknown
      const local = readLocal(context, userId)
      if (!isOnServer(context)) return local
      const { change } = unsaved.get(unsavedKey(context, userId)) ?? {}
      if (change) await saveChange(context, userId)
      const { filters, display_filters, display_properties } = await readServer(context)
      // The answer may be older than the change: it can come with the page.
      const saved = { filters, display_filters, display_properties, ...change }
      writeLocal(context, userId, saved)
      return saved
    },
    // Changes on the page are stored nowhere else and are lost with it.
    ...(savedIn(context) && { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  })

/**
 * The last settings in this browser, until the server has responded: the first rows need not wait.
 */
function lastSeen(context: ListContext, userId: string): StoredSettings | undefined {
  if (savedIn(context)) return unknown
  const local = readLocal(context, userId)
  const known = local.display_filters !== undefined || !isOnServer(context)
  return known ? local : undefined
}

export interface ListSettingsActions {
  setFilters: (filters: Filters) => void
  setDisplay: (change: Partial<DisplayFilters>) => void
  setProperties: (change: Partial<DisplayProperties>) => void
  /** Shows settings that another call stored; undefined where nothing is stored, as in dialogs. */
  adopt?: (stored: StoredSettings) => void
}

type Search = Record<string, unknown>

const emptied = (filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((key) => [key, []]))

/** Reads and writes layout, order and filters in the URL. */
function useAddress(firstLayout: Layout) {
  const search = useSearch()
  const text = ownText(search)
  const [seen, setSeen] = useState(text)
  const [asked, setAsked] = useState(() => readSearch(search, firstLayout))
  // The current URL text, or the one being written.
  const written = useRef(text)

  // The user followed a link or went back: not our own write.
  if (text !== seen) {
    setSeen(text)
    if (text !== written.current) {
      written.current = text
      setAsked(readSearch(search, firstLayout))
    }
  }

  function write(settings: ListSettings) {
    const wanted = ownText(toSearch({}, settings, asked, firstLayout))
    if (wanted === written.current) return
    written.current = wanted
    const { pathname, search: before } = latestLocation()
    const next = toSearch(before, settings, asked, firstLayout)
    void navigate({ to: pathname, search: next, replace: true })
  }

  return { asked, setAsked, write }
}

/**
 * The user's settings of a list: undefined while loading. Changes show at once and are saved
 * afterwards; layout, order and filters are in the URL too, so that a link shows the same to
 * others.
 */
export function useListSettings(context: ListContext) {
  const { t } = useTranslation()
  const { id: userId } = useMe()
  const saved = savedIn(context)
  const { boardGroup, layouts, firstLayout } = abilitiesOf(context)
  const address = useAddress(firstLayout)
  // A saved view shows its owner's settings and ignores the URL.
  const asked = saved ? undefined : address.asked
  const { setAsked, write } = address
  const options = settingsOf(context, userId)
  const { data, isError } = useQuery({
    ...options,
    initialData: () => lastSeen(context, userId),
    initialDataUpdatedAt: 0,
  })
  // If the settings cannot be read, the list is still shown.
  const changed = data ?? (isError ? unknown : undefined)

  const { settings: fresh, differs } = useMemo(() => {
    if (!changed) return { settings: undefined, differs: false }
    const fit = (stored: StoredSettings): ListSettings => {
      const known = readSettings(stored)
      const { filters: _, ...shown } = asked ?? { filters: undefined }
      const wanted = { ...known.display, ...shown }
      const isChosen = asked !== undefined || hasLayout(stored)
      const layout = isChosen && layouts.includes(wanted.layout) ? wanted.layout : firstLayout
      return {
        filters: asked?.filters ?? known.filters,
        display: withDisplay(wanted, { layout }, boardGroup),
        properties: known.properties,
      }
    }
    const now = fit({ ...saved, ...changed })
    return { settings: now, differs: saved !== undefined && !sameSettings(now, fit(saved)) }
  }, [saved, changed, asked, layouts, firstLayout, boardGroup])
  const settings = useSameParts(fresh)

  const latest = useRef(settings)
  useLayoutEffect(() => {
    latest.current = settings
    if (settings && !saved) write(settings)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: all are named by context and person
  const actions = useMemo((): ListSettingsActions => {
    function show(next: ListSettings, part: StoredSettings) {
      latest.current = next
      queryClient.setQueryData(options.queryKey, (before) => ({ ...before, ...part }))
      const { layout, type, order_by } = next.display
      setAsked((before) => ({
        ...{ filters: next.filters, layout, type, order_by },
        ...(before?.sub_issue && !part.display_filters && { sub_issue: true }),
      }))
      if (!savedIn(context)) writeLocal(context, userId, part)
    }
    function change(next: ListSettings, part: ProjectUserPropertiesPatch) {
      show(next, part)
      saveChange(context, userId, part).catch(async (error) => {
        notifyFailure(t('work_items.settings_not_saved'), error)
        await queryClient.invalidateQueries({ queryKey: options.queryKey })
        setAsked(undefined)
      })
    }
    return {
      setFilters(filters) {
        const now = latest.current
        if (!now) return
        // What was filtered by is cleared where it is stored, too.
        const stored = toStoredFilters({ ...emptied(now.filters), ...filters })
        change({ ...now, filters }, { filters: stored })
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
      adopt({ display_filters, display_properties }) {
        const now = latest.current
        if (!now) return
        const { display, properties } = readSettings({ display_filters, display_properties })
        show({ ...now, display, properties }, { display_filters, display_properties })
      },
    }
  }, [contextKey(context), userId])

  const latestDiffers = useRef(differs)
  useLayoutEffect(() => {
    latestDiffers.current = differs
  })

  return {
    settings,
    actions,
    differs,
    /** Discards changes made on the page of a saved view. */
    forget: () => void queryClient.setQueryData(options.queryKey, unknown),
    /** The same, unless something was changed since saving. */
    settle: () => {
      if (!latestDiffers.current) queryClient.setQueryData(options.queryKey, unknown)
    },
  }
}

/** The current settings; unchanged parts are the same objects as before. */
function useSameParts(settings: ListSettings | undefined): ListSettings | undefined {
  const before = useRef(settings)
  const now = useMemo(() => {
    const was = before.current
    if (!settings || !was) return settings
    const same = <Part>(old: Part, next: Part) =>
      JSON.stringify(old) === JSON.stringify(next) ? old : next
    const filters = same(was.filters, settings.filters)
    const display = same(was.display, settings.display)
    const properties = same(was.properties, settings.properties)
    const isSame =
      filters === was.filters && display === was.display && properties === was.properties
    return isSame ? was : { filters, display, properties }
  }, [settings])
  before.current = now
  return now
}

export type UnsavedChanges = Pick<
  ReturnType<typeof useListSettings>,
  'differs' | 'forget' | 'settle'
>

/** The part of a URL that concerns the list, as text. */
const ownText = (search: Search) => {
  const asked = readSearch(search)
  return asked ? JSON.stringify(toSearch({}, withAsked(asked), asked)) : ''
}

const withAsked = ({ filters, ...shown }: AskedSettings) => ({
  ...firstSettings,
  filters,
  display: { ...firstSettings.display, ...shown },
})
