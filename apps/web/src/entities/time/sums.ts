import { timeApi as api, type TimeSpent } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useReadAgain } from '#data/use-read-again.ts'

interface ProjectRef {
  slug: string
  project_id: string
}

/** The items of a project, a cycle or a module. */
export type SumOf = ProjectRef & ({ cycle_id?: string } | { module_id?: string })

const keyOf = (of: SumOf) => ['time-spent', of] as const

function read(of: SumOf, signal: AbortSignal): Promise<TimeSpent> {
  const params = { slug: of.slug, project_id: of.project_id }
  if ('cycle_id' in of && of.cycle_id) {
    return call(api.ofCycle, { params: { ...params, cycle_id: of.cycle_id }, signal })
  }
  if ('module_id' in of && of.module_id) {
    return call(api.ofModule, { params: { ...params, module_id: of.module_id }, signal })
  }
  return call(api.ofProject, { params, signal })
}

/** Summed by the server: read again with each entry, and with each item that joins or leaves. */
export function useTimeSpent(of: SumOf) {
  useReadAgain([keyOf(of)], (event) => {
    if (event.type === 'work_item.saved') return event.work_item.project_id === of.project_id
    if (event.type === 'work_log.saved') return event.log.project === of.project_id
    if (event.type === 'work_log.removed') return event.project === of.project_id
    if (event.type === 'work_item.removed' || event.type === 'work_item.many_saved') {
      return event.project_id === of.project_id
    }
    return false
  })
  return useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => read(of, signal),
    staleTime: 0,
  })
}

/** A user's time in the projects the reader sees. */
export function useTimeOfPerson(params: { slug: string; user_id: string }) {
  const queryKey = ['time-spent', params] as const
  useReadAgain(
    [queryKey],
    (event) => event.type.startsWith('work_log.') || event.type.startsWith('work_item.'),
  )
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.ofPerson, { params, signal }),
    staleTime: 0,
  })
}
