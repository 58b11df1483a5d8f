import { expect, it } from 'vitest'
import type { Command } from '#ui/platform/commands.ts'
import { findCommands } from './found.ts'

const run = () => undefined
const commands: Command[] = [
  { id: 'sign-out', group: 'account', label: 'Sign out', keywords: 'log out', run },
  { id: 'theme', group: 'account', label: 'Change interface theme…', opens: 'themes' },
  { id: 'dark', group: 'account', on: 'themes', label: 'Dark', run },
  { id: 'project', group: 'create', label: 'New project', run },
  { id: 'not-mine', group: 'create', label: 'New work item' },
  { id: 'p177', group: 'project', on: 'projects', label: 'Project 177', run },
  { id: 'p77', group: 'project', on: 'projects', label: 'Maps', keywords: '77', run },
  { id: 'seventy-seven', group: 'project', on: 'projects', label: '77', run },
  { id: 'palette', group: 'help', label: 'Open the palette', hidden: true, run },
]

const ids = (...asked: [page: 'themes' | 'projects' | undefined, typed: string]) =>
  findCommands(commands, ...asked).map(({ commands: own }) => own.map(({ id }) => id))

it('shows the first page in groups, without what this person may not do', () => {
  expect(ids(undefined, '')).toEqual([['project'], ['sign-out', 'theme']])
})

it('shows one page', () => {
  expect(ids('themes', '')).toEqual([['dark']])
})

it('finds by part of the name and by other words, on every page', () => {
  expect(ids(undefined, 'LOG')).toEqual([['sign-out']])
  expect(ids(undefined, 'dar')).toEqual([['dark']])
  expect(ids('themes', 'sign')).toEqual([])
})

it('shows first what is called so', () => {
  expect(ids('projects', '77')).toEqual([['seventy-seven', 'p177', 'p77']])
})
