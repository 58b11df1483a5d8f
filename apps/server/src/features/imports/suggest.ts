import { type ImportField, type importFields, propertyColumn } from '@cairn/contract'

/** Column names used by other systems, letters only. */
const names: Record<(typeof importFields)[number], readonly string[]> = {
  name: ['name', 'title', 'summary', 'subject', 'task', 'taskname', 'issue', 'workitem'],
  description: ['description', 'details', 'body', 'notes', 'content'],
  state: ['state', 'status', 'list', 'section', 'column'],
  type: ['type', 'issuetype', 'workitemtype', 'tracker'],
  priority: ['priority'],
  assignees: ['assignees', 'assignee', 'assignedto', 'owner', 'members'],
  labels: ['labels', 'label', 'tags', 'tag'],
  start_date: ['startdate', 'start', 'begin', 'begindate'],
  target_date: ['targetdate', 'duedate', 'due', 'deadline', 'enddate', 'end'],
  estimate: ['estimate', 'estimates', 'estimatepoint', 'storypoints', 'points'],
  parent: ['parent', 'parentkey', 'parentid', 'parentissue'],
  cycle: ['cycle', 'cyclename', 'sprint', 'iteration'],
  modules: ['modules', 'module', 'modulename', 'milestone'],
}

/**
 * The field or property of each column by its name; if two columns match one, the first gets it.
 */
export function suggest(
  header: readonly string[],
  properties: readonly string[] = [],
): (ImportField | null)[] {
  const propertyNamed = (title: string) => {
    const wanted = title.trim().toLowerCase()
    const name = properties.find((one) => one.toLowerCase() === wanted)
    return name && propertyColumn(name)
  }
  const free = new Map(
    Object.entries(names).flatMap(([field, known]) =>
      known.map((name) => [name, field as ImportField]),
    ),
  )
  const taken = new Set<ImportField>()
  return header.map((title) => {
    const field = free.get(title.toLowerCase().replace(/[^a-z]/g, '')) ?? propertyNamed(title)
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
