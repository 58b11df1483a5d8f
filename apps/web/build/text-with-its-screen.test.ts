import { expect, it } from 'vitest'
import { mentionedTexts } from './text-with-its-screen.ts'

const texts = {
  shell: {
    help: 'Help',
    role: { 5: 'Guest', 15: 'Member' },
    theme: 'Theme',
    members_one: '{{count}} member',
    members_other: '{{count}} members',
    commands: { create_cycle: 'New cycle', create_module: 'New module', undo: 'Undo' },
  },
}

it('keeps the texts that code mentions', () => {
  expect(mentionedTexts(texts, "t('shell.help')")).toEqual({ shell: { help: 'Help' } })
})

it('keeps every form of a counted text', () => {
  const { members_one, members_other } = texts.shell
  const mentioned = mentionedTexts(texts, "t('shell.members', { count })")
  expect(mentioned).toEqual({ shell: { members_one, members_other } })
})

it('keeps what a key built at run time may begin with', () => {
  const mentioned = mentionedTexts(
    texts,
    ['t(`shell.commands.create_$', '{a}`), t(`shell.role.$', '{b}`)'].join(''),
  )
  expect(mentioned).toEqual({
    shell: {
      role: { 5: 'Guest', 15: 'Member' },
      commands: { create_cycle: 'New cycle', create_module: 'New module' },
    },
  })
})

it('keeps no other texts', () => {
  expect(mentionedTexts(texts, "t('shell.them'), t('list.help')")).toEqual({})
})
