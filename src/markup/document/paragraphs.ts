import type { DocumentNode } from '#contract/documents.ts'
import { trimLines } from './marks.ts'
import { block, type Data, fragment, textNode, voidBlock } from './nodes.ts'

/** A paragraph in canonical form: one with only an image or a formula is the block of that, an empty one is omitted. */
export function paragraphs(data: Data, nodes: DocumentNode[]): DocumentNode[] {
  const [only, ...more] = nodes
  if (only === undefined) return []
  if (more.length > 0 || data.align !== undefined) return [block('paragraph', data, nodes)]
  if (only.type === 'inline-math') return [voidBlock('math', { formula: only.data?.formula })]
  if (only.type !== 'inline-image' || only.data?.size !== undefined) return [block('paragraph', data, nodes)]
  const { caption, ...image } = only.data ?? {}
  const captionNodes = trimLines([textNode([{ object: 'leaf', text: String(caption ?? ''), marks: [] }])])
  const fragments = captionNodes.length === 0 ? [] : [fragment('caption', captionNodes)]
  return [block('images', {}, [voidBlock('image', image, fragments)])]
}
