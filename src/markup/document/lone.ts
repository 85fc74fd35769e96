import type { DocumentNode } from '#contract/documents.ts'
import { block, type Data, fragment, textNode, voidBlock } from './make.ts'
import { trimmedLines } from './marks.ts'

/** A paragraph; one of nothing but a picture or a formula is the block of that, and an empty one is nothing. */
export function paragraphs(data: Data, nodes: DocumentNode[]): DocumentNode[] {
  const [only, ...more] = nodes
  if (only === undefined) return []
  if (more.length > 0 || data.align !== undefined) return [block('paragraph', data, nodes)]
  if (only.type === 'inline-math') return [voidBlock('math', { formula: only.data?.formula })]
  if (only.type !== 'inline-image' || only.data?.size !== undefined) return [block('paragraph', data, nodes)]
  const { caption, ...image } = only.data ?? {}
  const words = trimmedLines([textNode([{ object: 'leaf', text: String(caption ?? ''), marks: [] }])])
  const fragments = words.length === 0 ? [] : [fragment('caption', words)]
  return [block('images', {}, [voidBlock('image', image, fragments)])]
}
