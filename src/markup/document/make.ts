import type { DocumentLeaf, DocumentNode, StructuredDocument } from '#contract/documents.ts'

export type Data = Record<string, unknown>

/** The members that have a value, so that two documents of the same content are written the same. */
export const dataOf = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

export const documentNode = (nodes: DocumentNode[]): StructuredDocument => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
})

/** A block that holds others, or inlines. */
export function block(type: string, data: Data, nodes: DocumentNode[], fragments: DocumentNode[] = []) {
  const made: DocumentNode = { object: 'block', type, isVoid: false, data: dataOf(data), nodes }
  return fragments.length === 0 ? made : { ...made, fragments }
}

/** A block that holds nothing, but perhaps a caption. */
export function voidBlock(type: string, data: Data, fragments: DocumentNode[] = []): DocumentNode {
  return { ...block(type, data, [], fragments), isVoid: true }
}

export const inline = (type: string, data: Data, nodes: DocumentNode[]): DocumentNode => ({
  object: 'inline',
  type,
  isVoid: false,
  data: dataOf(data),
  nodes,
})

export const voidInline = (type: string, data: Data): DocumentNode => ({
  ...inline(type, data, []),
  isVoid: true,
})

export const fragment = (name: string, nodes: DocumentNode[]): DocumentNode => ({
  object: 'fragment',
  fragment: name,
  nodes,
})

export const textNode = (leaves: DocumentLeaf[]): DocumentNode => ({ object: 'text', leaves })

/** What a fragment holds; nothing where there is none of that name. */
export const inFragment = (node: DocumentNode, name: string): DocumentNode[] =>
  node.fragments?.find((one) => one.fragment === name)?.nodes ?? []

export const isText = (node: DocumentNode): boolean => node.object === 'text'

/** A member of a node's data that is text. */
export function word(node: DocumentNode, name: string): string {
  const value = node.data?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
