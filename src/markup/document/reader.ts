import type { RootContent } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'

/** What the readers of single blocks need of the one that reads them all. */
export type Reader = {
  readonly blocks: (nodes: readonly RootContent[]) => DocumentNode[]
  /** A block with the key of what it was read from. */
  readonly keyed: (from: RootContent, made: DocumentNode) => DocumentNode
}
