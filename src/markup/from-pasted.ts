import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { elementsIn, firstIn, said } from './from-html/elements.ts'
import { unstyled } from './from-html/pasted.ts'
import { tidied } from './from-html/tidy.ts'
import { markdownOf } from './from-html.ts'
import { isDecentHtml } from './raw-html.ts'

export type Pasted = {
  markdown: string
  /** It is part of a line rather than lines of its own. */
  isInline: boolean
  /** Pictures that are not on the web, which a clipboard does not bring along. */
  lostImages: number
}

const parser = unified().use(rehypeParse).freeze()
/** What is copied has absolute addresses; others lead nowhere. */
const noPlace = 'about:blank'
const nothing: Pasted = { markdown: '', isInline: true, lostImages: 0 }

/** A piece of formatted text from the clipboard as Markdown, whether of a browser or an office program. */
export function fromPasted(html: string): Pasted {
  // Windows says where the piece begins within what is around it.
  const piece = /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/i.exec(html)?.[1] ?? html
  const whole = /^\s*<(?:tr|td|th|tbody)\b/i.test(piece) ? `<table>${piece}</table>` : piece
  if (!isDecentHtml([whole], { depth: 400, formats: 200 })) return nothing
  const tree = parser.parse(whole)
  const body = firstIn(tree, ({ tagName }) => tagName === 'body')
  if (!body) return nothing
  const images = elementsIn(body, ({ tagName }) => tagName === 'img')
  const { markdown, isInline } = markdownOf(tidied(unstyled(body.children), noPlace))
  return {
    markdown,
    isInline,
    lostImages: images.filter((one) => !/^https?:/i.test(said(one, 'src'))).length,
  }
}
