import { addressOf, type Chapter, chaptersOf } from './chapters.ts'
import { checkedPackage } from './checked-package.ts'
import { type WordImage, wordToHtml } from './to-html.ts'

export type WordPages = {
  readonly chapters: readonly Chapter[]
  /** Images by the path that the chapters use. */
  readonly images: readonly WordImage[]
  readonly lost: readonly { readonly name: string; readonly reason: string }[]
  readonly notes: readonly string[]
}

/** Reads one Word file as pages. @throws {DomainError} `validation` with the reason */
export async function readWord(
  bytes: Buffer,
  { path, split }: { readonly path: string; readonly split: boolean },
): Promise<WordPages> {
  const { html, ...rest } = await wordToHtml(await checkedPackage(bytes), addressOf(path))
  return { ...rest, chapters: chaptersOf(html, path, split) }
}
