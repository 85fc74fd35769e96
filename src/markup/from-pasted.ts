import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { elementsIn, firstIn, propertyText } from './from-html/elements.ts'
import { stylesToElements } from './from-html/inline-styles.ts'
import { normalizeContent } from './from-html/normalize.ts'
import { markdownOf } from './from-html.ts'
import { isParsableHtml } from './raw-html.ts'

export type PastedContent = {
  markdown: string
  /** It is part of a line rather than blocks. */
  isInline: boolean
  /** Number of images without a public URL, which the clipboard does not contain. */
  lostImages: number
}

const parser = unified().use(rehypeParse).freeze()
/** Clipboard content has absolute URLs; relative ones cannot be resolved. */
const noBaseUrl = 'about:blank'
const empty: PastedContent = { markdown: '', isInline: true, lostImages: 0 }

/** Converts formatted text from the clipboard, of a browser or an office program, to Markdown. */
export function fromPasted(html: string): PastedContent {
  // Windows marks the copied fragment inside the surrounding HTML.
  const fragment = /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/i.exec(html)?.[1] ?? html
  const whole = /^\s*<(?:tr|td|th|tbody)\b/i.test(fragment) ? `<table>${fragment}</table>` : fragment
  if (!isParsableHtml([whole], { depth: 400, formats: 200 })) return empty
  const tree = parser.parse(whole)
  const body = firstIn(tree, ({ tagName }) => tagName === 'body')
  if (!body) return empty
  const images = elementsIn(body, ({ tagName }) => tagName === 'img')
  const { markdown, isInline } = markdownOf(normalizeContent(stylesToElements(body.children), noBaseUrl))
  return {
    markdown,
    isInline,
    lostImages: images.filter((image) => !/^https?:/i.test(propertyText(image, 'src'))).length,
  }
}
