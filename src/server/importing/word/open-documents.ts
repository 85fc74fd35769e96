import { DomainError } from '../../errors.ts'
import type { OnProgress, SourceFindings } from '../plan.ts'
import { IMPORT_LIMITS, type SourceFile, type SourceFiles } from '../source-files.ts'
import type { StoreBytes } from '../website-images.ts'
import { readInThread } from './read-in-thread.ts'

type Options = {
  readonly split: boolean
  readonly storeBytes: StoreBytes
  readonly onProgress: OnProgress
  readonly stop: AbortSignal
}

export const isWord = (path: string): boolean => /\.docx$/i.test(path)

/**
 * The same files with each Word file converted to Markdown and images, as if they were in a folder of the file's name.
 * Word files that cannot be read are reported in the findings.
 */
export function openDocuments(files: SourceFiles, options: Options): SourceFiles {
  const contents = new Map<string, () => Promise<Buffer>>()
  const skipped: { path: string; reason: string }[] = []
  const warnings: { path: string; text: string }[] = []
  let listing: Promise<readonly SourceFile[]> | undefined

  async function list(): Promise<readonly SourceFile[]> {
    const all = await files.list()
    // Word files in an export of another product are attachments of its pages.
    const isPage = ({ path }: SourceFile) => isWord(path) && (files.product?.isPage(path) ?? true)
    const wordFiles = all.filter(isPage)
    const rest = all.filter((file) => !isPage(file))
    const converted: SourceFile[] = []
    for (const [done, { path, size }] of wordFiles.entries()) {
      await options.onProgress({ phase: 'reading', done, total: wordFiles.length })
      converted.push(...(await convert(path, size)))
    }
    return [...rest, ...converted]
  }

  async function convert(path: string, size: number): Promise<SourceFile[]> {
    try {
      if (size > IMPORT_LIMITS.fileBytes) throw new DomainError('validation', tooLarge)
      const read = await readInThread(await files.read(path), { path, ...options })
      const { chapters, images, lost, notes } = read
      for (const text of notes) warnings.push({ path, text })
      for (const { name, reason } of lost) skipped.push({ path: `${path}/${name}`, reason })
      const converted: SourceFile[] = []
      for (const { path: own, markdown } of chapters) {
        const bytes = Buffer.from(markdown)
        contents.set(own, async () => bytes)
        converted.push({ path: own, size: bytes.length })
      }
      for (const { name, bytes } of images) {
        contents.set(`${path}/${name}`, await options.storeBytes(bytes))
        converted.push({ path: `${path}/${name}`, size: bytes.length })
      }
      return converted
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      skipped.push({ path, reason: error.message })
      return []
    }
  }

  return {
    ...files,
    list: () => (listing ??= list()),
    read: (path) => contents.get(path)?.() ?? files.read(path),
    findings: (): SourceFindings => {
      const own = files.findings?.()
      return {
        skipped: [...(own?.skipped ?? []), ...skipped],
        warnings: [...(own?.warnings ?? []), ...warnings],
      }
    },
  }
}

const tooLarge = `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB`
