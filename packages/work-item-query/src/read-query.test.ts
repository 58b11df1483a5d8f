import { startOfDay } from '@cairn/calendar'
import { describe, expect, it } from 'vitest'
import { QueryNotValid, readListQuery } from './read-query.ts'

const reader = { today: '2025-03-10', timezone: 'UTC' }
const read = (address: string, how = reader) =>
  readListQuery(Object.fromEntries(new URLSearchParams(address)), how)
const filtersOf = (address: string, how = reader) => read(address, how).filters

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

describe('filters', () => {
  it('drop what they cannot read, and hold nothing when nothing is left', () => {
    expect(filtersOf(`state=null,&priority=&labels=${id(1)},junk&cycle=null`)).toEqual({
      labels: { ids: [id(1)], none: false },
    })
  })

  it('take None beside ids', () => {
    expect(filtersOf(`assignees=None,${id(2)}`)).toEqual({
      assignees: { ids: [id(2)], none: true },
    })
  })

  it('know the groups behind a type, and everything behind any other word', () => {
    expect(filtersOf('type=active').type_groups).toEqual(['unstarted', 'started'])
    expect(filtersOf('type=backlog').type_groups).toEqual(['backlog'])
    expect(filtersOf('type=all')).toEqual({})
  })

  it('leave items with a parent out only when told so', () => {
    expect(filtersOf('sub_issue=false')).toEqual({ without_parent: true })
    expect(filtersOf('sub_issue=true')).toEqual({})
  })

  it('are turned round under a name of their own, beside the other', () => {
    expect(filtersOf(`labels=${id(1)}&labels__not=${id(2)},None&priority__not=low,junk`)).toEqual({
      labels: { ids: [id(1)], none: false },
      labels__not: { ids: [id(2)], none: true },
      priority__not: ['low'],
    })
    expect(() => read('state__not=junk')).toThrow(
      new QueryNotValid({ state__not: ['“junk” is not a valid UUID.'] }),
    )
  })

  it('read an id in any case, once', () => {
    const upper = 'ABCDEF00-0000-4000-8000-000000000001'
    expect(filtersOf(`state=${upper},${upper.toLowerCase()}`).state).toEqual([upper.toLowerCase()])
  })
})

// @cap:filters.dates
describe('dates', () => {
  it.each([
    ['2025-03-01', [{ from: '2025-03-01', to: '2025-03-01' }]],
    ['2025-03-01;after', [{ from: '2025-03-01' }]],
    ['2025-03-01;before', [{ to: '2025-03-01' }]],
    ['2025-03-01;whatever', [{ to: '2025-03-01' }]],
    ['2025-03-01;after,2025-03-09;before', [{ from: '2025-03-01', to: '2025-03-09' }]],
    ['2_weeks;after;fromnow', [{ from: '2025-03-24' }]],
    ['1_months;before;fromnow', [{ to: '2025-04-09' }]],
    ['1_weeks;after;ago', [{ from: '2025-03-03' }]],
    ['2_months;before;ago', [{ to: '2025-01-09' }]],
    ['3_days;after;ago', [{ from: '2025-03-07' }]],
    ['7_days;within;fromnow', [{ from: '2025-03-10', to: '2025-03-17' }]],
    ['1_weeks;within;ago', [{ from: '2025-03-03', to: '2025-03-10' }]],
    ['today', [{ from: '2025-03-10', to: '2025-03-10' }]],
    ['this_week', [{ from: '2025-03-10', to: '2025-03-16' }]],
    ['overdue', [{ to: '2025-03-09', isOpen: true }]],
  ])('%s', (token, ranges) => {
    expect(filtersOf(`target_date=${token}`).target_date).toEqual({ ranges, none: false })
  })

  it.each([
    '2_weeks;after',
    '2_years;after;fromnow',
    '2025-02-30',
    'soon',
    '999999_weeks;after;fromnow',
  ])('%s filters nothing', (token) => {
    expect(filtersOf(`target_date=${token}`)).toEqual({})
  })

  it('say a week from Monday to Sunday, and overdue only of what is due', () => {
    const sunday = { today: '2025-03-16', timezone: 'UTC' }
    expect(filtersOf('start_date=this_week', sunday).start_date?.ranges).toEqual([
      { from: '2025-03-10', to: '2025-03-16' },
    ])
    expect(filtersOf('start_date=overdue')).toEqual({})
  })

  it('hold None beside a token', () => {
    expect(filtersOf('start_date=None,2025-03-01').start_date).toEqual({
      ranges: [{ from: '2025-03-01', to: '2025-03-01' }],
      none: true,
    })
  })

  it('of moments are days in the zone of who asks', () => {
    const berlin = { today: '2025-03-10', timezone: 'Europe/Berlin' }
    expect(filtersOf('created_at=2025-03-30', berlin).created_at?.ranges).toEqual([
      { from: '2025-03-29T23:00:00.000000Z', until: '2025-03-30T22:00:00.000000Z' },
    ])
  })
})

describe('startOfDay', () => {
  it.each([
    ['2025-06-01', 'UTC', '2025-06-01T00:00:00.000000Z'],
    ['2025-06-01', 'Asia/Kolkata', '2025-05-31T18:30:00.000000Z'],
    ['2025-06-01', 'America/New_York', '2025-06-01T04:00:00.000000Z'],
    ['2025-06-01', 'Pacific/Kiritimati', '2025-05-31T10:00:00.000000Z'],
    // It began in the year before, which PostgreSQL does not read.
    ['0001-01-01', 'Asia/Kathmandu', '0001-01-01T00:00:00.000000Z'],
    // Clocks in São Paulo went from 23:59 to 01:00: the day started at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000000Z'],
    // Clocks in Havana go back from 01:00 to 00:00: the day starts with the first midnight.
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000000Z'],
  ])('%s in %s is %s', (day, timezone, moment) => {
    expect(startOfDay(day, timezone)).toBe(moment)
  })
})

describe('order', () => {
  it.each([
    ['order_by=-priority', { key: 'priority', descending: true }],
    ['order_by=name', { key: 'name', descending: false }],
    ['order_by=password', { key: 'created_at', descending: true }],
    ['', { key: 'created_at', descending: true }],
  ])('%s', (address, order) => {
    expect(read(address).order).toEqual(order)
  })

  it('is the place’s own where none is asked for', () => {
    const { order } = readListQuery({}, { ...reader, defaultOrder: 'created_at' })
    expect(order).toEqual({ key: 'created_at', descending: false })
  })
})

// @cap:list.response-envelope
describe('refusals', () => {
  it.each([
    ['group_by=colour', { error: 'Invalid group_by parameter' }],
    ['group_by=priority&sub_group_by=x', { error: 'Invalid sub_group_by parameter' }],
    [
      'group_by=priority&sub_group_by=priority',
      { error: 'Group by and sub group by cannot have same parameters' },
    ],
    ['per_page=5000', { detail: 'Invalid per_page value. Cannot exceed 1000.' }],
    ['per_page=0', { detail: 'Invalid per_page parameter.' }],
    ['cursor=abc', { detail: 'Invalid cursor parameter.' }],
    ['cursor=10:-1:0', { detail: 'Error in parsing' }],
  ])('%s', (address, body) => {
    expect(() => read(address)).toThrow(new QueryNotValid(body))
  })

  it('sub-groups without groups are not looked at', () => {
    expect(read('sub_group_by=junk').subGroup).toBeNull()
  })
})

describe('a filter by ids', () => {
  it.each(['state', 'assignees', 'labels', 'cycle', 'module', 'parent', 'created_by', 'project'])(
    'that names none is refused, and not left out: %s',
    (key) => {
      for (const value of ['junk', `{${id(1)}}`, '1']) {
        const refusal = new QueryNotValid({ [key]: [`“${value}” is not a valid UUID.`] })
        expect(() => read(`${key}=${value}`)).toThrow(refusal)
        expect(() => read(`${key}=null,${value},more`)).toThrow(refusal)
      }
    },
  )

  it('may be empty, say None where something may have none, and have an id in capitals', () => {
    expect(filtersOf('state=&labels=null&cycle=,')).toEqual({})
    expect(filtersOf('assignees=None')).toEqual({ assignees: { ids: [], none: true } })
    expect(() => read('state=None')).toThrow(QueryNotValid)
    const address = 'state=junk,ABCDEF00-0000-4000-8000-000000000000'
    expect(filtersOf(address)).toEqual({ state: ['abcdef00-0000-4000-8000-000000000000'] })
  })
})
