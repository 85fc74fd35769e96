import { z } from 'zod'

/** One node of a structured document: a block, an inline, a run of text or a named fragment. */
export type DocumentNode = {
  object: 'block' | 'inline' | 'text' | 'fragment'
  type?: string | undefined
  key?: string | undefined
  data?: Record<string, unknown> | undefined
  isVoid?: boolean | undefined
  fragment?: string | undefined
  nodes?: DocumentNode[] | undefined
  fragments?: DocumentNode[] | undefined
  leaves?: DocumentLeaf[] | undefined
}

const leaf = z.object({
  object: z.literal('leaf'),
  text: z.string(),
  marks: z.array(
    z.object({
      object: z.literal('mark'),
      type: z.string(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})
export type DocumentLeaf = z.infer<typeof leaf>

const nodes: z.ZodType<DocumentNode[], DocumentNode[]> = z
  .lazy(() => z.array(node))
  .meta({ id: 'DocumentNodes' })

const node: z.ZodType<DocumentNode, DocumentNode> = z
  .object({
    object: z.enum(['block', 'inline', 'text', 'fragment']),
    type: z.string().optional(),
    key: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    isVoid: z.boolean().optional(),
    fragment: z.string().optional(),
    nodes: nodes.optional(),
    fragments: nodes.optional(),
    leaves: z.array(leaf).optional(),
  })
  .meta({ id: 'DocumentNode' })

/** The content of a page as a tree of blocks, for clients that edit blocks. */
export const structuredDocument = z
  .object({
    object: z.literal('document'),
    data: z.object({ schemaVersion: z.number().int().optional() }),
    nodes,
  })
  .meta({ id: 'Document' })
export type StructuredDocument = z.infer<typeof structuredDocument>

/** A body in a request: Markdown, a structured document, or `{}` for an empty one. */
export const bodyInput = z.object({
  markdown: z.string().optional(),
  document: structuredDocument.optional(),
})
export type BodyInput = z.infer<typeof bodyInput>

/** The format of bodies in responses. */
export const bodyFormat = z
  .enum(['document', 'markdown'])
  .optional()
  .describe('Format of the text in the response')
