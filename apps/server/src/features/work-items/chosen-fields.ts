import type { GroupKey, ListAnswer, ListQuery } from '@cairn/work-item-query'

/** The row field of a group, where its name differs. */
const namedIn: Partial<Record<GroupKey, string>> = {
  labels__id: 'label_ids',
  assignees__id: 'assignee_ids',
  issue_module__module_id: 'module_ids',
}

type Results = ListAnswer<unknown>['results']

/** Each row with only the requested fields, its id, and its group fields. */
export function pickFields<Row>(
  answer: ListAnswer<Row>,
  { group, subGroup }: ListQuery,
  asked: string | undefined,
): ListAnswer<Row> {
  const wanted = (asked ?? '').split(',').filter(Boolean)
  if (wanted.length === 0) return answer
  const groups = [group, subGroup].flatMap((key) => (key ? [namedIn[key] ?? key] : []))
  const fieldNames = new Set(['id', ...groups, ...wanted])
  const narrow = (row: unknown) =>
    Object.fromEntries(Object.entries(row as object).filter(([field]) => fieldNames.has(field)))

  const walk = (results: Results): Results =>
    Array.isArray(results)
      ? results.map(narrow)
      : (Object.fromEntries(
          Object.entries(results).map(([id, inner]) => [
            id,
            { ...inner, results: walk(inner.results) },
          ]),
        ) as Results)
  return { ...answer, results: walk(answer.results) } as ListAnswer<Row>
}
