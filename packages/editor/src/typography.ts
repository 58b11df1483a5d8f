import { Extension, textInputRule } from '@tiptap/core'

const signs: [RegExp, string][] = [
  [/--$/, '—'],
  [/\.\.\.$/, '…'],
  [/->$/, '→'],
  [/<-$/, '←'],
  [/=>$/, '⇒'],
  [/\(c\)$/, '©'],
  [/\(tm\)$/, '™'],
  [/\(sm\)$/, '℠'],
  [/\(r\)$/, '®'],
  [/\+\/-$/, '±'],
  [/!=$/, '≠'],
  [/<<$/, '«'],
  [/>>$/, '»'],
  [/(?:^|\s)(1\/2)\s$/, '½'],
  [/(?:^|\s)(1\/4)\s$/, '¼'],
  [/(?:^|\s)(3\/4)\s$/, '¾'],
  [/\^2$/, '²'],
  [/\^3$/, '³'],
  [/\d+\s?([*x])\s?\d+$/, '×'],
]

/** Replaces typed sequences with characters missing on keyboards. */
export const Typography = Extension.create({
  name: 'typography',

  addInputRules() {
    return signs.map(([find, replace]) => textInputRule({ find, replace }))
  },
})
