import { commonLines } from '#markup/common-lines.ts'
import { rawFrontMatterOf, splitFrontMatter } from '#markup/front-matter.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { plainTextOf } from '#markup/text.ts'
import { normalizeTitle } from '#markup/title.ts'
import { suffixOf } from '../content/texts.ts'
import type { OriginalRow } from '../importing/original-file-queries.ts'
import { type AlignedLines, alignedLines, withoutEnd } from '../importing/original-lines.ts'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import { editedFrontMatter } from './edited-front-matter.ts'
import { escaped } from './titles.ts'

/** The fields of a file as its front matter has them, and the title. */
export type FileHead = { readonly title: string; readonly data: Readonly<Record<string, unknown>> }

type Edited = {
  readonly original: OriginalRow
  readonly text: string
  /** The fields when the file was imported, and now. */
  readonly before: FileHead
  readonly after: FileHead
  /** The text with URLs for its file; `spelling` has the URLs that the file has already, by the stored URL. */
  readonly withLinks: (text: string, spelling: ReadonlyMap<string, string>) => Promise<string>
}

/**
 * A file whose stored content changed: lines of its text that are still the same, and fields that are, stay exactly as
 * they were. Null if the text was converted when it was imported, so that the file has other lines.
 */
export async function editedFile({
  original,
  text,
  before,
  after,
  withLinks,
}: Edited): Promise<Buffer | null> {
  const { bytes, alignment } = original
  if (bytes === null || alignment === null) return null
  const aligned = alignedLines(bytes, alignment)
  const head = editedHead(aligned.head, before, after)
  const spelling = await spellingOf(aligned)
  const body = editedBody(aligned, text, await withLinks(text, spelling))
  if (body.length === 0) return encodedLike(bytes, `${head.join('\n').trimEnd()}\n`)
  const isGlued = aligned.written.length === 0 && head.length > 0 && head.at(-1)?.trim() !== ''
  return encodedLike(bytes, [...head, ...(isGlued ? [''] : []), ...body].join('\n') + aligned.end)
}

/** The lines of the text: those that did not change as they were written, others with the new text. */
function editedBody({ stored, written }: AlignedLines, text: string, linked: string): readonly string[] {
  const now = withoutEnd(text.split('\n')).lines
  const lines = linked.split('\n').slice(0, now.length)
  if (text.trim() === '') return []
  const same = new Map(commonLines(now, stored))
  return now.map((line, index) => {
    const at = same.get(index)
    return (at === undefined ? lines[index] : written[at]) ?? line
  })
}

/** How the file writes URLs, by the URLs that are stored for them. */
async function spellingOf({ stored, written }: AlignedLines): Promise<ReadonlyMap<string, string>> {
  const spelling = new Map<string, string>()
  const [ids, urls] = await Promise.all([linksIn(stored.join('\n')), linksIn(written.join('\n'))])
  if (ids.length !== urls.length) return spelling
  for (const [index, { url }] of ids.entries()) {
    const other = urls[index]?.url
    if (other === undefined || other === url || spelling.has(url)) continue
    spelling.set(url, other)
    const [bare, otherBare] = [url, other].map((one) => one.slice(0, one.length - suffixOf(one).length))
    if (bare && otherBare && !spelling.has(bare)) spelling.set(bare, otherBare)
  }
  return spelling
}

async function linksIn(text: string) {
  try {
    return await runTextTask('links', text, text)
  } catch (error) {
    if (error instanceof TextTooComplex) return []
    throw error
  }
}

/** The lines before the text, with changed fields and a changed title. */
function editedHead(lines: readonly string[], before: FileHead, after: FileHead): readonly string[] {
  const text = lines.join('\n')
  const { title } = splitFrontMatter(`${text}\n`).data
  const titles = title === undefined ? [{}, {}] : [{ title: before.title }, { title: after.title }]
  const head = editedFrontMatter(text, { ...before.data, ...titles[0] }, { ...after.data, ...titles[1] })
  if (head === '') return []
  if (before.title === after.title) return head.split('\n')
  const matter = rawFrontMatterOf(`${head}\n`).split('\n').length - 1
  return head
    .split('\n')
    .map((line, index) => (index < matter ? line : retitled(line, before.title, after.title)))
}

/** A heading with the former title gets the new one. */
function retitled(line: string, before: string, after: string): string {
  if (!line.startsWith('# ')) return line
  const title = plainTextOf(parseMarkdown(line))
  return normalizeTitle(title) === normalizeTitle(before) ? `# ${escaped(after)}` : line
}

/** With the line breaks and the byte order mark of the former file. */
function encodedLike(former: Buffer, text: string): Buffer {
  const isWindows = former.includes('\r\n')
  const mark = former.subarray(0, 3).equals(BYTE_ORDER_MARK) ? '\uFEFF' : ''
  return Buffer.from(mark + (isWindows ? text.replaceAll('\n', '\r\n') : text))
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
