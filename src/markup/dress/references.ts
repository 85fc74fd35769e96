import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { icon } from '../icons.ts'
import { filled } from '../labels.ts'
import {
  type Dress,
  type Dresser,
  encoded,
  isElement,
  type LinkUse,
  type ResolvedLink,
  said,
  withoutBlanks,
  wordsIn,
} from './dresser.ts'

/** A page that is linked as a block; its title comes from the page, else from the text in between. */
export const reference: Dress = (node, dresser) => {
  const found = resolved(node, 'content-ref', dresser)
  if (!found) return dresser.all(node.children)
  if (found.broken)
    return [
      h(
        'p',
        h(
          'span',
          { className: ['broken-link'], title: dresser.labels.linkBroken },
          wordsIn(node) || found.href,
        ),
      ),
    ]
  const title = found.title || wordsIn(node) || found.href
  return [drawnReference(found, title, found.description ?? '')]
}

function drawnReference(found: ResolvedLink, title: string, description: string): Element {
  const words = h('span', [h('strong', title), ...text(description)])
  return anchor('ref', found, [icon('page'), words, icon('arrow', 'i-flip')])
}

export const file: Dress = (node, dresser) => {
  const found = resolved(node, 'file', dresser)
  const caption = wordsIn(node)
  const name = found?.title || nameIn(said(node, 'href')) || caption
  if (!found || found.broken) {
    return [
      h('p', h('span', { className: ['broken-link'], title: dresser.labels.linkBroken }, caption || name)),
    ]
  }
  const detail = [found.description, caption === name ? '' : caption].filter(Boolean).join(' · ')
  const words = h('span', [h('strong', name), ...(detail ? [h('small', detail)] : [])])
  const link = anchor('file', found, [icon('file'), words, h('small', dresser.labels.download)])
  link.properties.download = true
  return [link]
}

const text = (value: string): ElementContent[] => (value ? [{ type: 'text', value }] : [])

/** Films of known hosts load in place when asked; anything else is a link that stands as a block. */
export const embed: Dress = (node, dresser) => {
  const found = resolved(node, 'embed', dresser)
  if (!found) return dresser.all(node.children)
  const host = hostOf(found.href)
  const title = wordsIn(node) || found.title || host || found.href
  const player = playerOf(found.href)
  if (!player) return [drawnReference(found, title, found.description ?? (title === host ? '' : host))]
  const words = h('span', h('strong', title), h('small', filled(dresser.labels.embedNotice, host)))
  const link = anchor('embed', found, [h('span', { className: ['play'] }, icon('play')), words])
  link.properties.dataEmbed = player
  return [link]
}

const players: [RegExp, string][] = [
  [
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})/,
    'https://www.youtube-nocookie.com/embed/',
  ],
  [/^https:\/\/youtu\.be\/([\w-]{6,20})/, 'https://www.youtube-nocookie.com/embed/'],
  [/^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,15})/, 'https://player.vimeo.com/video/'],
  [/^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([\da-f]{16,40})/, 'https://www.loom.com/embed/'],
]

function playerOf(url: string): string | undefined {
  for (const [pattern, player] of players) {
    const id = pattern.exec(url)?.[1]
    if (id) return player + id
  }
}

function anchor(name: string, found: ResolvedLink, children: ElementContent[]): Element {
  const rel = found.external ? ['noopener'] : undefined
  return h('a', { className: [name], href: encoded(found.href), rel }, children)
}

function resolved(node: Element, kind: LinkUse, { resolveLink }: Dresser): ResolvedLink | null {
  const url = encoded(said(node, 'href'))
  if (url === '') return null
  return resolveLink ? resolveLink(url, { kind }) : { href: url, external: /^https?:/i.test(url) }
}

function hostOf(url: string): string {
  return /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url)?.[1] ?? ''
}

function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export const noteReference: Dress = (node, dresser) => {
  const number = said(node, 'number')
  const id = node.properties.again ? undefined : `${dresser.idPrefix}r${number}`
  const ariaLabel = filled(dresser.labels.footnote, number)
  return [
    h(
      'sup',
      h('a', { className: ['note-ref'], id, href: `#${dresser.idPrefix}n${number}`, ariaLabel }, number),
    ),
  ]
}

export const notes: Dress = (node, dresser) => {
  const items = withoutBlanks(dresser.inside(node.children))
  return [h('aside', { className: ['notes'], ariaLabel: dresser.labels.footnotes }, h('ol', items))]
}

export const note: Dress = (node, dresser) => {
  const number = said(node, 'number')
  const back = h('a', { href: `#${dresser.idPrefix}r${number}`, ariaLabel: dresser.labels.backToText }, '↩')
  const content = withoutBlanks(dresser.inside(node.children))
  const last = content.at(-1)
  const space = { type: 'text' as const, value: ' ' }
  if (isElement(last, 'p')) last.children.push(space, back)
  return [
    h(
      'li',
      { id: `${dresser.idPrefix}n${number}` },
      isElement(last, 'p') ? content : [...content, space, back],
    ),
  ]
}
