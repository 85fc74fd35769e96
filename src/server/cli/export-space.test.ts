import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spaceContent } from '#contract/space-content.ts'
import { spaces } from '#contract/spaces.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { contentOf } from '../content/read.ts'
import { rebuildSpaces } from '../content/rebuild-spaces.ts'
import type { PageNode } from '../content/snapshot.ts'
import { importFolder } from '../importing/import-folder.ts'
import { exportSpace } from './export-space.ts'

const app = useTestApp()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let organizationId = ''
let admin: Person
beforeAll(async () => {
  ;({ organizationId, admin } = await app.anOrganization())
})

async function aSpace(): Promise<{ organizationId: string; spaceId: string }> {
  const made = await app.as(admin)(spaces.create, { params: { organizationId }, body: {} })
  return { organizationId, spaceId: made.id }
}

/** Everything in a space that an export preserves; ids differ, so texts contain paths instead. */
async function drawn(at: { organizationId: string; spaceId: string }): Promise<unknown[]> {
  const { tree, files } = await contentOf(app.db, at)
  const names = new Map((await files()).map(({ id, name }) => [id, name]))
  const texts = await app.db
    .selectFrom('page')
    .innerJoin('content_object as text', (join) =>
      join.onRef('text.organization_id', '=', 'page.organization_id').onRef('text.hash', '=', 'page.body'),
    )
    .select(['page.page_id as id', 'text.body'])
    .where('page.space_id', '=', at.spaceId)
    .execute()
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  const named = (text: string) =>
    text.replace(/\/(pages|files)\/(\w+)/g, (_, kind, id) =>
      kind === 'pages' ? `page:${tree.page(id)?.path}` : `file:${names.get(id)}`,
    )
  const draw = ({ entry, pages }: PageNode): unknown => {
    const { id, body, children, createdAt, updatedAt, ...rest } = entry
    return { ...rest, text: named(bodies.get(id) ?? '').trim(), pages: pages.map(draw) }
  }
  return [...tree.pages.map(draw), [...names.values()].sort()]
}

/** Pages that the table of contents doesn't list are imported after all others. */
const isShown = (page: unknown): boolean => (page as { hidden?: boolean }).hidden !== true

const fixture = (name: string) => join(import.meta.dirname, '../importing/fixtures', name)

describe('an export', () => {
  it.each(['listed', 'folders'])('imported again gives the same pages, files and links: %s', async (name) => {
    const first = await aSpace()
    const { report: imported } = await importFolder(app.service, {
      ...first,
      folder: fixture(name),
      by: null,
    })
    await app.as(admin)(spaceContent.edit, {
      params: { spaceId: first.spaceId },
      body: {
        changes: [
          {
            operation: 'insert_page',
            title: '2 [odd] *titles* & `more` #',
            slug: '01-Odd.slug',
            emoji: '🦉',
            document: {
              markdown: '# A heading that is not the title\n\n```md\n[not a link](/pages/x)\n```\n',
            },
          },
          { operation: 'insert_page', title: 'Nothing in it', document: {} },
          { operation: 'insert_page', title: 'Nothing but another slug', slug: 'index', document: {} },
        ],
      },
    })
    const target = join(folder, name)
    await exportSpace(app.service, first, target)
    const second = await aSpace()
    const { report } = await importFolder(app.service, { ...second, folder: target, by: null })
    // What the table of contents says, or leaves out, it says again. Other files that weren't imported are not in the export.
    const saidAgain = imported.skipped.filter(({ reason }) =>
      /lists it( more|,)|doesn’t list it/.test(reason),
    )
    expect(report.skipped).toEqual(saidAgain)
    const hiddenLast = (roots: unknown[]) => [
      ...roots.filter(isShown),
      ...roots.filter((one) => !isShown(one)),
    ]
    expect(hiddenLast(await drawn(second))).toEqual(hiddenLast(await drawn(first)))
  })

  it('is readable Markdown', async () => {
    const at = await aSpace()
    await importFolder(app.service, { ...at, folder: fixture('listed'), by: null })
    const target = join(folder, 'read')
    await exportSpace(app.service, at, target)
    expect(await readFile(join(target, 'SUMMARY.md'), 'utf8')).toBe(
      [
        '# Table of contents',
        '',
        '- [Welcome](README.md)',
        '- [Guide](guide/README.md)',
        '  - [Set up \\(the long way\\)](guide/set-up.md)',
        '  - Later',
        '    - [Take care](guide/take_care.md)',
        '  - [Gone](guide/gone.md)',
        '',
        '## Elsewhere',
        '',
        '- [The forum](https://forum.example.org/)',
        '- [Guide again](guide/README.md)',
        '',
      ].join('\n'),
    )
    expect(await readFile(join(target, 'guide/set-up.md'), 'utf8')).toContain(
      '![dots](../.gitbook/assets/dots.svg) and [care](take_care.md "title")',
    )
  })

  it('is a zip if the name ends with .zip, and imports back the same', async () => {
    const first = await aSpace()
    await importFolder(app.service, { ...first, folder: fixture('listed'), by: null })
    const target = join(folder, 'listed.zip')
    await exportSpace(app.service, first, target)
    const second = await aSpace()
    await importFolder(app.service, { ...second, folder: target, by: null })
    expect(await drawn(second)).toEqual(await drawn(first))
    await expect(exportSpace(app.service, first, target)).rejects.toMatchObject({ reason: 'conflict' })
  })

  it('does not overwrite existing files', async () => {
    const at = await aSpace()
    await expect(exportSpace(app.service, at, import.meta.dirname)).rejects.toMatchObject({
      reason: 'conflict',
    })
  })
})

describe('rebuilding', () => {
  it('reports differences and fixes them', async () => {
    const at = await aSpace()
    await importFolder(app.service, { ...at, folder: fixture('listed'), by: null })
    await app.db.deleteFrom('page_link').where('space_id', '=', at.spaceId).execute()
    const wrong = async (onlyCheck: boolean) => {
      const found: string[] = []
      for await (const one of rebuildSpaces(app.service, { onlyCheck, spaceId: at.spaceId }))
        found.push(...one.wrong)
      return found
    }
    expect((await wrong(true)).length).toBeGreaterThan(5)
    expect((await wrong(false)).length).toBeGreaterThan(5)
    expect(await wrong(true)).toEqual([])
  })
})
