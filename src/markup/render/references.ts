import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { icon } from '../icons.ts'
import { fillLabel } from '../labels.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { hostOf, playerOf } from '../video-players.ts'
import {
  type ElementRenderer,
  encodeUrl,
  isElement,
  type LinkUse,
  propertyText,
  type RenderContext,
  type ResolvedLink,
  textContent,
  withoutBlanks,
} from './context.ts'

/** A link to a page as a block; its title comes from the page, else from the content of the block. */
export const reference: ElementRenderer = (node, context) => {
  const target = resolveTarget(node, 'content-ref', context)
  if (!target) return context.renderAll(node.children)
  if (target.broken)
    return [
      h(
        'p',
        h(
          'span',
          { className: ['broken-link'], title: context.labels.linkBroken },
          textContent(node) || target.href,
        ),
      ),
    ]
  const title = target.title || textContent(node) || target.href
  return [renderReference(target, title, target.description ?? '')]
}

function renderReference(target: ResolvedLink, title: string, description: string): Element {
  const label = h('span', [h('strong', title), ...text(description)])
  return anchor('ref', target, [icon('page'), label, icon('arrow', 'i-flip')])
}

export const file: ElementRenderer = (node, context) => {
  const target = resolveTarget(node, 'file', context)
  const caption = textContent(node)
  const name = target?.title || fileNameOf(propertyText(node, 'href')) || caption
  if (!target || target.broken) {
    return [
      h('p', h('span', { className: ['broken-link'], title: context.labels.linkBroken }, caption || name)),
    ]
  }
  const detail = [target.description, caption === name ? '' : caption].filter(Boolean).join(' · ')
  const label = h('span', [h('strong', name), ...(detail ? [h('small', detail)] : [])])
  const link = anchor('file', target, [icon('file'), label, h('small', context.labels.download)])
  link.properties.download = true
  return [link]
}

const text = (value: string): ElementContent[] => (value ? [{ type: 'text', value }] : [])

/** Videos of known hosts load in the page on click; any other embed is a link block. */
export const embed: ElementRenderer = (node, context) => {
  const target = resolveTarget(node, 'embed', context)
  if (!target) return context.renderAll(node.children)
  const host = hostOf(target.href)
  const title = textContent(node) || target.title || host || target.href
  const player = playerOf(target.href)
  if (!player) return [renderReference(target, title, target.description ?? (title === host ? '' : host))]
  const label = h('span', h('strong', title), h('small', fillLabel(context.labels.embedNotice, host)))
  const link = anchor('embed', target, [h('span', { className: ['play'] }, icon('play')), label])
  link.properties.dataEmbed = player.src
  return [link]
}

function anchor(name: string, target: ResolvedLink, children: ElementContent[]): Element {
  const rel = target.external ? ['noopener'] : undefined
  return h('a', { className: [name], href: encodeUrl(target.href), rel }, children)
}

function resolveTarget(node: Element, kind: LinkUse, { resolveLink }: RenderContext): ResolvedLink | null {
  const url = encodeUrl(propertyText(node, 'href'))
  if (url === '') return null
  return resolveLink ? resolveLink(url, { kind }) : { href: url, external: /^https?:/i.test(url) }
}

const fileNameOf = (url: string): string => percentDecoded(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '')

export const noteReference: ElementRenderer = (node, context) => {
  const number = propertyText(node, 'number')
  const id = node.properties.again ? undefined : `${context.idPrefix}r${number}`
  const ariaLabel = fillLabel(context.labels.footnote, number)
  return [
    h(
      'sup',
      h('a', { className: ['note-ref'], id, href: `#${context.idPrefix}n${number}`, ariaLabel }, number),
    ),
  ]
}

export const notes: ElementRenderer = (node, context) => {
  const items = withoutBlanks(context.renderNested(node.children))
  return [h('aside', { className: ['notes'], ariaLabel: context.labels.footnotes }, h('ol', items))]
}

export const note: ElementRenderer = (node, context) => {
  const number = propertyText(node, 'number')
  const back = h('a', { href: `#${context.idPrefix}r${number}`, ariaLabel: context.labels.backToText }, '↩')
  const content = withoutBlanks(context.renderNested(node.children))
  const last = content.at(-1)
  // Annotated words link to their note like this.
  const label = propertyText(node, 'label')
  const aliasId = label === '' ? undefined : context.claimAnchor(`user-content-fn-${label}`)
  const alias = aliasId === undefined ? [] : [h('span', { id: aliasId })]
  const space = { type: 'text' as const, value: ' ' }
  if (isElement(last, 'p')) last.children.push(space, back)
  return [
    h('li', { id: `${context.idPrefix}n${number}` }, [
      ...alias,
      ...(isElement(last, 'p') ? content : [...content, space, back]),
    ]),
  ]
}
