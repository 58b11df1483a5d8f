import { expect, it } from 'vitest'
import { describeStatement } from './describe-statement.ts'

it.each([
  ['begin', 'BEGIN'],
  ['begin isolation level repeatable read', 'BEGIN'],
  ['-- of all nodes\nselect 1', 'SELECT'],
  ['select "id" from "labels" where "id" = $1', 'SELECT labels'],
  ['select * from "labels" for update', 'SELECT labels'],
  ['select (select count(*) from module_items) from work_items i', 'SELECT work_items'],
  ['with a as (select * from activities for no key update) select * from a', 'SELECT activities'],
  ['with recursive "up"(id) as (select 1) select * from up, pages', 'SELECT'],
  ['select extract(epoch from now()) from mails', 'SELECT mails'],
  ["select 'insert into secrets' from mails", 'SELECT mails'],
  ['insert into "labels" ("name") values ($1)', 'INSERT labels'],
  ['insert into labels (name) values ($1) on conflict do update set name = $1', 'INSERT labels'],
  [
    'with n as (update numbers set n = n + 1 returning n) insert into items select n from n',
    'UPDATE numbers INSERT items',
  ],
  ['delete from only mails using users', 'DELETE mails'],
  ['set constraints all deferred', 'SET'],
])('%s is %s', (text, summary) => {
  expect(describeStatement(text)).toBe(summary)
})
