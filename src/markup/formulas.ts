import type { Element, ElementContent } from 'hast'
import katex from 'katex'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

/** Longer formulas stay source, so that one page cannot hold up all others. */
const longestFormula = 2_000

/** A formula that names commands of its own could grow without end by naming them again and again. */
const definition = /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?(?:new)?command)(?![a-z])/i

const markup = unified().use(rehypeParse, { fragment: true }).freeze()

/**
 * A formula in the notation of TeX as MathML, which browsers draw and read out without any script or font of ours.
 * Null for what is no formula. Nothing in it links, loads or carries styles.
 */
export function drawFormula(source: string, isBlock: boolean): Element | null {
  if (source.trim() === '' || source.length > longestFormula || definition.test(source)) return null
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
    return mathIn(html)
  } catch {
    return null
  }
}

function mathIn(html: string): Element | null {
  let math: Element | null = null
  visit(markup.parse(html), 'element', (node) => {
    if (node.tagName !== 'math') return
    math = bare(node)
    return false
  })
  return math
}

/** Without the wrapper that repeats the source, and without styles, which the pages do not allow. */
function bare({ tagName, properties, children }: Element): Element {
  const { style: _style, href: _href, xmlns: _xmlns, ...kept } = properties
  return { type: 'element', tagName, properties: kept, children: children.flatMap(bareChild) }
}

function bareChild(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return node.type === 'text' ? [node] : []
  if (node.tagName === 'annotation') return []
  const made = bare(node)
  return node.tagName === 'semantics' ? made.children : [made]
}
