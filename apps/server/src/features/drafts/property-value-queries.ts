/** A day that there is. Values of drafts are checked only when the draft becomes an item. */
const isDay = (text: string) => `
  case when ${text} ~ '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' and ${text} !~ '^0000'
    then substr(${text}, 9, 2)::int <= extract(day from
      (left(${text}, 8) || '01')::date + interval '1 month' - interval '1 day')
    else false end`

const time = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?(Z|[+-](0\\d|1[0-4]):?[0-5]\\d)'

/**
 * The values of the draft `i`, like the table of the values of items: of the properties of its type,
 * and without those that an item could not have.
 */
export const draftValues = `(
  select * from (select i.id as work_item_id, p.id as property_id,
    case when p.kind in ('text', 'link') and one.type = 'string' then one.text end as text_value,
    case when p.kind = 'number' and one.type = 'number' then one.text::float8 end as number_value,
    case when p.kind = 'boolean' and one.type = 'boolean' then one.text::boolean
      end as boolean_value,
    case when p.kind = 'date' and length(one.text) = 10 and ${isDay('one.text')}
      then one.text::date end as date_value,
    case when p.kind = 'datetime' and substr(one.text, 11) ~ '^T${time}$' and ${isDay('one.text')}
      then one.text::timestamptz end as moment_value,
    case when p.kind = 'option' then (
        select o.id from work_item_property_options o
        where o.property_id = p.id and o.id::text = one.text and o.deleted_at is null)
      when p.kind in ('person', 'item') and one.text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then one.text::uuid end as ref_id
  from work_item_properties p
  join lateral (select i.property_values -> p.id::text as value) g on jsonb_typeof(g.value) <> 'null'
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(g.value) when 'array' then g.value else jsonb_build_array(g.value) end) e
  cross join lateral (select e.value #>> '{}' as text, jsonb_typeof(e.value) as type) one
  where p.type_id = i.type_id and p.deleted_at is null) fitting
  where num_nonnulls(text_value, number_value, boolean_value, date_value, moment_value, ref_id) > 0)`
