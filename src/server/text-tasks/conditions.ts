import { visit } from 'unist-util-visit'
import { parseMarkdown } from '#markup/parse.ts'

/** The expressions of the `if` blocks in a text, each once. */
export function expressionsIn(markdown: string): string[] {
  const expressions = new Set<string>()
  visit(parseMarkdown(markdown), 'blockTag', ({ name, attributes }) => {
    if (name === 'if') expressions.add(attributes.expression ?? '')
  })
  return [...expressions]
}
