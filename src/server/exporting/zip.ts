import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportedFile } from './space-files.ts'

/**
 * A zip archive of files, written while it is read: only one file is open at a time. Destroying the stream ends the
 * work.
 */
export function zipOf(entries: AsyncIterable<ExportedFile>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  feed(zip, output, entries).catch((error) => output.destroy(error))
  return output
}

async function feed(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ExportedFile>): Promise<void> {
  let open: Readable | undefined
  output.once('close', () => open?.destroy())
  for await (const entry of entries) {
    open = await entry.open()
    if (output.destroyed) return void open.destroy()
    zip.addReadStream(open, entry.path, { compress: !COMPRESSED_TYPES.test(entry.path) })
    await finished(open, { writable: false }).catch((error) => {
      if (!output.destroyed) throw error
    })
    if (output.destroyed) return
  }
  zip.end()
}

/** Types that are already compressed. */
const COMPRESSED_TYPES = /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|mov|mp3|ogg|woff2?|zip|gz|docx|xlsx|pptx)$/i
