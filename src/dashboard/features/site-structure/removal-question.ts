import type { SiteSpace } from '#contract/site-spaces.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { nameOrCount, type StructureNode, titleOf } from './structure-nodes.ts'

const MAX_NAMED = 3

/**
 * The question before nodes of a published site are removed: which addresses stop working. Undefined if readers notice
 * nothing, because the site is not published or only groups are dissolved.
 */
export function removalQuestion(nodes: readonly StructureNode[]) {
  const spaces = nodes.flatMap(spacesBelow)
  const addresses = [...new Set(spaces.flatMap(({ urls }) => shortAddress(urls.published)))]
  if (addresses.length === 0) return undefined
  const named = addresses.slice(0, MAX_NAMED).join(', ')
  const more = addresses.length - MAX_NAMED
  const list = more > 0 ? `${named} and ${pluralize(more, 'more', 'more')}` : named
  const [space] = spaces
  const lost =
    spaces.length === 1 && space ? labels.quoted(titleOf(space)) : pluralize(spaces.length, 'space')
  return {
    title: `Remove ${nameOrCount(nodes)} from the site?`,
    description: `Readers lose access to ${lost} right away. They get a 404 for every page below ${list}. You can undo this.`,
    action: 'Remove from site',
    danger: true,
  }
}

/** Dissolving a group removes no space, and its sections keep their addresses. */
const spacesBelow = (node: StructureNode): readonly SiteSpace[] => {
  if (node.object === 'site-section-group') return []
  return node.object === 'site-section' ? node.siteSpaces : [node]
}

const shortAddress = (url: string | undefined): string[] =>
  url === undefined ? [] : [url.replace(/^https?:\/\/|[?#].*$/g, '').replace(/\/$/, '')]
