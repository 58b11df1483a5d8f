import { common, createLowlight } from 'lowlight'

export const lowlight = createLowlight(common)

/** A highlighted part of a line of code: the highlighter's class names, and the text. */
export interface CodePart {
  className?: string
  text: string
}

type Tree = ReturnType<typeof lowlight.highlight>['children'][number]

function partsOf(node: Tree, className: string | undefined): CodePart[] {
  if (node.type === 'text') return [{ className, text: node.value }]
  if (node.type !== 'element') return []
  const own = node.properties.className
  const names = [className, ...(Array.isArray(own) ? own : [])].filter(Boolean).join(' ')
  return node.children.flatMap((child) => partsOf(child, names || undefined))
}

/** The code in highlighted parts; unchanged if the language is unknown. */
export function highlight(code: string, language: string | undefined): CodePart[] {
  if (!language || !lowlight.registered(language)) return [{ text: code }]
  return lowlight.highlight(language, code).children.flatMap((node) => partsOf(node, undefined))
}
