import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { joinFrontMatter } from '#markup/front-matter.ts'
import { rewriteLinks } from '#markup/links.ts'
import type { PageEntry } from '../content/entries.ts'
import type { SpaceRef } from '../content/place.ts'
import { bodiesOf, contentOf } from '../content/read.ts'
import { pagesLinkedBy, targetOf } from '../content/texts.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { slugOfFile } from '../importing/plan-tree.ts'
import { isOnlyTitle, type Layout, layoutOf } from './export-layout.ts'
import { escaped, summaryOf } from './export-summary.ts'

/**
 * Writes the content of a space into a folder, which is made or must be empty: Markdown files, `SUMMARY.md` and
 * the files in `.gitbook/assets`. Importing it again gives the same pages. Throws `DomainError`: `not_found`,
 * `conflict` when the folder holds something.
 */
export async function exportSpace(
  { db, blobs }: Pick<Service, 'db' | 'blobs'>,
  at: SpaceRef,
  folder: string,
): Promise<{ readonly pages: number; readonly files: number }> {
  const content = await contentOf(db, at)
  await expectEmpty(folder)
  const nodes = [...content.tree.all()]
  const files = await content.files()
  const texts = await bodiesOf(
    db,
    at.organizationId,
    nodes.map(({ entry }) => entry),
  )
  const linked = new Set([...texts.values()].flatMap(pagesLinkedBy))
  const layout = layoutOf(
    content.tree.pages,
    files,
    (node) => !isOnlyTitle(node) || linked.has(node.entry.id),
  )

  await writeIn(folder, 'SUMMARY.md', summaryOf(content.tree.pages, layout.pages))
  for (const { entry } of nodes) {
    const path = layout.pages.get(entry.id)
    if (path !== undefined)
      await writeIn(folder, path, pageFile(entry, path, texts.get(entry.id) ?? '', layout))
  }
  for (const file of files) {
    const path = layout.files.get(file.id)
    if (path === undefined) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await pipeline(await blobs.stream(file.blob), createWriteStream(join(folder, path)))
  }
  return { pages: nodes.length, files: files.length }
}

async function expectEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) throw new DomainError('conflict', `The folder ${folder} is not empty`)
}

async function writeIn(folder: string, path: string, text: string): Promise<void> {
  const full = join(folder, ...path.split('/'))
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, text)
}

function pageFile(entry: PageEntry, path: string, text: string, layout: Layout): string {
  const { description, icon, emoji, hidden, slug } = entry
  const head = {
    ...(slugOfFile(path) === slug ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(emoji === undefined ? {} : { emoji }),
    ...(hidden === undefined ? {} : { hidden }),
  }
  return joinFrontMatter(head, `# ${escaped(entry.title)}\n\n${relative(text, path, layout)}`)
}

/** Links to pages and files of the space, as relative paths. */
function relative(text: string, from: string, { pages, files }: Layout): string {
  return rewriteLinks(text, ({ url }) => {
    const target = targetOf(url)
    if (target.kind !== 'page' && target.kind !== 'file') return null
    const path = (target.kind === 'page' ? pages : files).get(target.id)
    if (path === undefined) return null
    const address = posix.relative(posix.dirname(from), path).split('/').map(encodeURIComponent).join('/')
    return target.anchor === undefined ? address : `${address}#${target.anchor}`
  })
}
