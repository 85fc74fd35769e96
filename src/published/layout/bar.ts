import type { Element } from 'hast'
import { h } from 'hastscript'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The row below the header on smaller screens: opens the page tree and the contents, without a script. */
export function bar(locale: string, hasContents: boolean): Element {
  const texts = textsOf(locale)
  const openContents = h('button', { type: 'button', popovertarget: 'contents' }, [
    `${texts.onThisPage} `,
    icon('down', 'i i-s'),
  ])
  return h(hasContents ? 'div.bar' : 'div.bar.has-no-contents', [
    h('button', { type: 'button', popovertarget: 'pages' }, [icon('sidebar', 'i i-flip'), texts.pages]),
    ...(hasContents ? [openContents] : []),
  ])
}
