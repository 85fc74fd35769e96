import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FontFaceFile } from './manifest.ts'

/** Where the fonts of the list come from, by the name that a customization gives them. */
const packages: Readonly<Record<string, string>> = {
  Roboto: '@fontsource-variable/roboto',
  RobotoSlab: '@fontsource-variable/roboto-slab',
  OpenSans: '@fontsource-variable/open-sans',
  SourceSansPro: '@fontsource-variable/source-sans-3',
  Lato: '@fontsource/lato',
  Ubuntu: '@fontsource/ubuntu',
  Raleway: '@fontsource-variable/raleway',
  Merriweather: '@fontsource-variable/merriweather',
  Overpass: '@fontsource-variable/overpass',
  NotoSans: '@fontsource-variable/noto-sans',
  IBMPlexSerif: '@fontsource/ibm-plex-serif',
  Poppins: '@fontsource/poppins',
  FiraSans: '@fontsource/fira-sans',
  FiraCode: '@fontsource-variable/fira-code',
  JetBrainsMono: '@fontsource-variable/jetbrains-mono',
  SourceCodePro: '@fontsource-variable/source-code-pro',
  RobotoMono: '@fontsource-variable/roboto-mono',
  SpaceMono: '@fontsource/space-mono',
  DMMono: '@fontsource/dm-mono',
  Inconsolata: '@fontsource-variable/inconsolata',
}

/** A variable font has all weights in one file; others bring the weight of text, its italic and one that is bold. */
const sheets = [
  ['wght', '400'],
  ['wght-italic', '400-italic'],
  ['wght', '600', '700', '500'],
]

/** Copies the fonts into a folder below that of the build, under names with a hash, and tells what they hold. */
export async function copyFonts(outDir: string): Promise<Record<string, FontFaceFile[]>> {
  await mkdir(join(outDir, 'fonts'), { recursive: true })
  const families = Object.entries(packages).map(async ([name, from]) => {
    const folder = dirname(fileURLToPath(import.meta.resolve(`${from}/package.json`)))
    await copyFile(join(folder, 'LICENSE'), join(outDir, 'fonts', `${name}-LICENSE.txt`))
    const names = new Set(sheets.flatMap((choices) => firstIn(folder, choices)))
    const faces = await Promise.all([...names].map((sheet) => facesOf(folder, sheet, outDir)))
    return [name, faces.flat()] as const
  })
  return Object.fromEntries(await Promise.all(families))
}

/** Not every font has an italic. */
function firstIn(folder: string, choices: readonly string[]): string[] {
  return choices.filter((sheet) => existsSync(join(folder, `${sheet}.css`))).slice(0, 1)
}

async function facesOf(folder: string, sheet: string, outDir: string): Promise<FontFaceFile[]> {
  const css = await readFile(join(folder, `${sheet}.css`), 'utf8')
  const blocks = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, block = '']) => block)
  return Promise.all(blocks.map((block) => copyFace(folder, block, outDir)))
}

async function copyFace(folder: string, block: string, outDir: string): Promise<FontFaceFile> {
  const [, path = ''] = /url\(\.\/(files\/[\w-]+\.woff2)\)/.exec(block) ?? []
  const said = (property: string) => new RegExp(`${property}:\\s*([^;]+);`).exec(block)?.[1]?.trim() ?? ''
  const content = await readFile(join(folder, path))
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const file = `fonts/${path.slice('files/'.length, -'.woff2'.length)}-${hash}.woff2`
  await writeFile(join(outDir, file), content)
  return { file, weight: said('font-weight'), style: said('font-style'), range: said('unicode-range') }
}
