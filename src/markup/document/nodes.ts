import type { DocumentLeaf, DocumentNode, StructuredDocument } from '#contract/documents.ts'

export type Data = Record<string, unknown>

/** Omits undefined members, so that documents with the same content are equal. */
export const dataOf = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

export const documentNode = (nodes: DocumentNode[]): StructuredDocument => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
})

/** A block that contains blocks or inlines. */
export function block(type: string, data: Data, nodes: DocumentNode[], fragments: DocumentNode[] = []) {
  const node: DocumentNode = { object: 'block', type, isVoid: false, data: dataOf(data), nodes }
  return fragments.length === 0 ? node : { ...node, fragments }
}

/** A block without content, except fragments such as a caption. */
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

/** The nodes of a fragment; empty if there is none of that name. */
export const fragmentNodes = (node: DocumentNode, name: string): DocumentNode[] =>
  node.fragments?.find((one) => one.fragment === name)?.nodes ?? []

export const isText = (node: DocumentNode): boolean => node.object === 'text'

/** A member of a node's data as text. */
export function dataText(node: DocumentNode, name: string): string {
  const value = node.data?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
