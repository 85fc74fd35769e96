import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zipArchive } from '#testing/archives.ts'
import { below, commonFolder, IMPORT_LIMITS } from './source-files.ts'
import { zipFiles as openZip } from './zip.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const zipFiles = (path: string, maxBytes = 100 * 1_048_576) => openZip(path, maxBytes)

async function archive(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const packed = async (name: string, entries: Parameters<typeof zipArchive>[0]) =>
  archive(name, await zipArchive(entries))

describe('a zip archive', () => {
  it('is read entry by entry without system files and links', async () => {
    const files = await zipFiles(
      await packed('good.zip', {
        'docs/README.md': '# Hello',
        'docs/ä b.png': new Uint8Array([1, 2, 3]),
        'docs/.git/config': 'x',
        '__MACOSX/docs/x': 'x',
        'docs/link.md': { content: '/etc/passwd', mode: 0o120777 },
      }),
    )
    const list = await files.list()
    expect(list.map(({ path }) => path).sort()).toEqual(['docs/README.md', 'docs/ä b.png'])
    expect(commonFolder(list)).toBe('docs')
    expect((await below(files, 'docs').read('README.md')).toString()).toBe('# Hello')
    await files.close()
  })

  it('is refused when an entry is outside of it', async () => {
    for (const name of ['../evil.md', '/etc/evil.md', 'a/../../evil.md', '..\\evil.md', 'C:/evil.md']) {
      // The writer refuses such a name, so it replaces one of the same length.
      const harmless = 'x'.repeat(name.length)
      const bytes = (await zipArchive({ [harmless]: '' })).toString('latin1').replaceAll(harmless, name)
      const path = await archive('evil.zip', Buffer.from(bytes, 'latin1'))
      await expect(zipFiles(path), name).rejects.toThrow(
        /^The archive can’t be imported: .+ points outside the archive$/,
      )
    }
  })

  it('is refused when a file is in too many folders', async () => {
    const deep = (folders: number) => `${'a/'.repeat(folders)}b.md`
    const files = await zipFiles(await packed('flat.zip', { [deep(IMPORT_LIMITS.folders)]: 'x' }))
    expect(await files.list()).toHaveLength(1)
    await files.close()
    const path = await packed('deep.zip', { [deep(400)]: 'x' })
    await expect(zipFiles(path)).rejects.toThrow(/more than 49 folders deep/)
  })

  it('is refused when it unpacks to far more than its size', async () => {
    const path = await packed('bomb.zip', { 'bomb.md': new Uint8Array(20 * 1_048_576) })
    await expect(zipFiles(path)).rejects.toThrow(/more than 200 times its size/)
  })

  it('is refused when it unpacks to more than an import can have', async () => {
    const path = await packed('large.zip', { 'a.md': 'x'.repeat(3 * 1_048_576) })
    await expect(zipFiles(path, 2 * 1_048_576)).rejects.toThrow(/larger than 2 MB when unpacked/)
  })

  it('fails to read an entry that is larger than declared', async () => {
    const bytes = await zipArchive({ 'a.md': new Uint8Array(5000).fill(65) })
    const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes.writeUInt32LE(10, directory + 24)
    const files = await zipFiles(await archive('liar.zip', bytes))
    await expect(files.read('a.md')).rejects.toMatchObject({ reason: 'validation' })
    await files.close()
  })

  it('that is no archive is refused with a message', async () => {
    await expect(zipFiles(await archive('none.zip', Buffer.from('not a zip')))).rejects.toThrow(
      'The archive can’t be imported: it isn’t a zip file, or part of it is missing',
    )
  })
})
