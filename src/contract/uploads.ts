import { z } from 'zod'

/** One file of an upload, streamed as it arrives. `path` is relative, with `/` between folders. */
export type UploadedFile = {
  readonly path: string
  readonly contentType: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Multipart form data; the server receives its files one after another. */
export const uploadBody = z.unknown().meta({
  type: 'object',
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'binary' },
      description:
        'One zip, or Markdown, HTML and Word files with their images. The file name of each part is its relative path',
    },
  },
  required: ['files'],
}) as z.ZodType as z.ZodType<AsyncIterable<UploadedFile>, FormData>
