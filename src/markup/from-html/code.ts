import type { Element, ElementContent } from 'hast'
import { classesOf, element, elementsIn, firstIn, isElement, propertyText } from './elements.ts'

const codeWrappers =
  /\bhighlight\b|\bhighlight-\S|\bhighlighttable\b|\bcodehilite\b|\brouge\b|\bcode-block\b|\bcodeblock|\bexpressive-code\b|\bsourcecode\b|\blanguage-\S/

/** A code block in the markup of any common highlighter, as `pre > code` with plain text. */
export function codeOf(node: Element): Element | undefined {
  if (node.tagName === 'pre') return preElement(node, languageOf(node))
  const isFrame = /^(?:div|figure|table)$/.test(node.tagName) && codeWrappers.test(classesOf(node))
  if (!isFrame) return undefined
  const blocks = node.children.length < 12 ? presIn(node) : []
  const pre = blocks.at(-1)
  // Some highlighters put line numbers into a separate `pre` next to the code.
  if (!pre || blocks.length > 2 || (blocks.length === 2 && !/^[\d\s]*$/.test(textIn(blocks[0]))))
    return undefined
  return preElement(pre, languageOf(pre) || languageOf(node))
}

function presIn(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.tagName === 'pre' ? [child] : presIn(child)
  })
}

function preElement(pre: Element, language: string): Element {
  const value = textIn(pre).replace(/^\n+/, '').trimEnd()
  const className = language ? [`language-${language}`] : []
  const code = element('pre', {}, [element('code', { className }, [{ type: 'text', value }])])
  const title = propertyText(pre, 'dataTitle')
  return title === '' ? code : element('lectern-code', { title }, [code])
}

const names = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|highlight-|brush:\s*)([\w+#-]+)/
const none = new Set(['default', 'none', 'text', 'plaintext', 'plain', 'notranslate', 'txt', 'light', 'dark'])

function languageOf(node: Element): string {
  const code = firstIn(node, (child) => child.tagName === 'code')
  for (const element of [code, node]) {
    if (!element) continue
    const language =
      propertyText(element, 'dataLang') ||
      propertyText(element, 'dataLanguage') ||
      names.exec(propertyText(element, 'className'))?.[1]
    if (language) return none.has(language.toLowerCase()) ? '' : language.toLowerCase()
  }
  return ''
}

const decoration = /\b(?:linenos?|line-number|gutter|copy\S*|ln)\b/
const lineClasses = /(?:^|\s)(?:line|token-line|ec-line|code-line|view-line)(?:\s|$)/

/** The text with its line ends, which some highlighters express as elements only. */
function textIn(node: Element | undefined): string {
  if (!node) return ''
  const isLine = (child: Element) => lineClasses.test(classesOf(child)) || child.tagName === 'div'
  const text = textOf(node.children, () => false)
  const lines = elementsIn(node, isLine).length
  const isWhole = lines < 2 || text.split('\n').length >= lines
  return (isWhole ? text : textOf(node.children, isLine)).replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ')
}

function textOf(nodes: ElementContent[], isLine: (node: Element) => boolean): string {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'text') text += node.value
    if (!isElement(node) || node.tagName === 'button' || decoration.test(classesOf(node))) continue
    const inside = node.tagName === 'br' ? '\n' : textOf(node.children, isLine)
    const startsLine = isLine(node) && text !== '' && !text.endsWith('\n')
    // An empty line element contains no text that could end with a line break.
    text += (startsLine ? '\n' : '') + (isLine(node) && inside === '' ? '\n' : inside)
  }
  return text
}
