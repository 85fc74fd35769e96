import { readdir, readFile } from 'node:fs/promises'
import { samplePage } from '#markup/sample-page.ts'

const root = new URL('../../', import.meta.url)
const folders = ['docs/', 'src/markup/document/fixtures/']

/** The pages of this repository, for tests of what holds for every page. `CORPUS` is a folder with more of them. */
export async function corpus(): Promise<[name: string, text: string][]> {
  const more = process.env.CORPUS
  const all = [
    ...folders.map((folder) => new URL(folder, root)),
    ...(more ? [new URL(`file://${more}/`)] : []),
  ]
  const pages = await Promise.all(all.map(pagesIn))
  return [['of every block', samplePage], ...pages.flat()]
}

async function pagesIn(folder: URL): Promise<[string, string][]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        name,
        await readFile(new URL(encodeURI(name), folder), 'utf8'),
      ],
    ),
  )
}
