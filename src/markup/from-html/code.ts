import type { Element, ElementContent } from 'hast'
import { classesOf, element, elementsIn, firstIn, isElement, said } from './elements.ts'

const frames =
  /\bhighlight\b|\bhighlight-\S|\bhighlighttable\b|\bcodehilite\b|\brouge\b|\bcode-block\b|\bcodeblock|\bexpressive-code\b|\bsourcecode\b|\blanguage-\S/

/** A block of code in any of the ways in which code is coloured, as `pre > code` with nothing but text. */
export function codeOf(node: Element): Element | undefined {
  if (node.tagName === 'pre') return drawn(node, languageOf(node))
  const isFrame = /^(?:div|figure|table)$/.test(node.tagName) && frames.test(classesOf(node))
  if (!isFrame) return undefined
  const blocks = node.children.length < 12 ? presIn(node) : []
  const pre = blocks.at(-1)
  // Numbers of lines stand in a block of their own beside the code.
  if (!pre || blocks.length > 2 || (blocks.length === 2 && !/^[\d\s]*$/.test(textIn(blocks[0]))))
    return undefined
  return drawn(pre, languageOf(pre) || languageOf(node))
}

function presIn(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.tagName === 'pre' ? [child] : presIn(child)
  })
}

function drawn(pre: Element, language: string): Element {
  const value = textIn(pre).replace(/^\n+|\s+$/g, '')
  const className = language ? [`language-${language}`] : []
  return element('pre', {}, [element('code', { className }, [{ type: 'text', value }])])
}

const names = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|highlight-|brush:\s*)([\w+#-]+)/
const none = new Set(['default', 'none', 'text', 'plaintext', 'plain', 'notranslate', 'txt', 'light', 'dark'])

function languageOf(node: Element): string {
  const code = firstIn(node, (child) => child.tagName === 'code')
  for (const place of [code, node]) {
    if (!place) continue
    const language =
      said(place, 'dataLang') || said(place, 'dataLanguage') || names.exec(said(place, 'className'))?.[1]
    if (language) return none.has(language.toLowerCase()) ? '' : language.toLowerCase()
  }
  return ''
}

const unread = /\b(?:linenos?|line-number|gutter|copy\S*|ln)\b/
const lineLike = /(?:^|\s)(?:line|token-line|ec-line|code-line|view-line)(?:\s|$)/

/** The text with its line ends, which some colour schemes leave to the style of their elements. */
function textIn(node: Element | undefined): string {
  if (!node) return ''
  const isLine = (child: Element) => lineLike.test(classesOf(child)) || child.tagName === 'div'
  const text = textOf(node.children, () => false)
  const lines = elementsIn(node, isLine).length
  const isWhole = lines < 2 || text.split('\n').length >= lines
  return (isWhole ? text : textOf(node.children, isLine)).replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ')
}

function textOf(nodes: ElementContent[], isLine: (node: Element) => boolean): string {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'text') text += node.value
    if (!isElement(node) || node.tagName === 'button' || unread.test(classesOf(node))) continue
    const inside = node.tagName === 'br' ? '\n' : textOf(node.children, isLine)
    const startsLine = isLine(node) && text !== '' && !text.endsWith('\n')
    // An empty line has nothing in it that would end it.
    text += (startsLine ? '\n' : '') + (isLine(node) && inside === '' ? '\n' : inside)
  }
  return text
}
