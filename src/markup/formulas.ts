import type { Element, ElementContent } from 'hast'
import katex from 'katex'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

/** Longer formulas are not rendered, so that one page cannot block the process. */
const MAX_FORMULA_LENGTH = 2_000

/** Formulas that define commands are not rendered: recursive expansion could grow without bounds. */
const definition = /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?(?:new)?command)(?![a-z])/i

const markup = unified().use(rehypeParse, { fragment: true }).freeze()

/** A formula as MathML, or why there is none. */
type FormulaResult = { readonly math: Element } | { readonly problem: string }

/**
 * Renders a TeX formula as MathML, which browsers display and read aloud without scripts or fonts. Returns null for
 * invalid formulas. The result contains no links, external resources or styles.
 */
export function renderFormula(source: string, isBlock: boolean): Element | null {
  const result = formulaResult(source, isBlock)
  return 'math' in result ? result.math : null
}

/** Like `renderFormula`, with the problem of an invalid formula for its author. */
export function formulaResult(source: string, isBlock: boolean): FormulaResult {
  if (source.trim() === '') return { problem: 'Enter a formula' }
  if (source.length > MAX_FORMULA_LENGTH)
    return { problem: `Use ${MAX_FORMULA_LENGTH.toLocaleString('en')} characters or fewer` }
  if (definition.test(source)) return { problem: 'Formulas can’t define commands' }
  try {
    const html = katex.renderToString(source, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    })
    const math = mathIn(html)
    return math === null ? { problem: UNKNOWN_PROBLEM } : { math }
  } catch (error) {
    // KaTeX throws for invalid formulas, and for formulas that are nested too deeply.
    return { problem: error instanceof katex.ParseError ? problemOf(error) : UNKNOWN_PROBLEM }
  }
}

const UNKNOWN_PROBLEM = 'This formula can’t be shown'

/** `Undefined control sequence: \foo (character 3)` */
function problemOf({ rawMessage, position }: { rawMessage: string; position?: number }): string {
  const message = rawMessage.replace(/\.$/, '')
  return position === undefined ? message : `${message} (character ${position + 1})`
}

function mathIn(html: string): Element | null {
  let math: Element | null = null
  visit(markup.parse(html), 'element', (node) => {
    if (node.tagName !== 'math') return
    math = cleanElement(node)
    return false
  })
  return math
}

/** Removes the annotation with the source, and styles, which the content security policy forbids. */
function cleanElement({ tagName, properties, children }: Element): Element {
  const { style: _style, href: _href, xmlns: _xmlns, ...allowed } = properties
  return { type: 'element', tagName, properties: allowed, children: children.flatMap(cleanChild) }
}

function cleanChild(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return node.type === 'text' ? [node] : []
  if (node.tagName === 'annotation') return []
  const cleaned = cleanElement(node)
  return node.tagName === 'semantics' ? cleaned.children : [cleaned]
}
