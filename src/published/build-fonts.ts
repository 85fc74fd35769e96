import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import type { CardFont, FontFaceFile } from './manifest.ts'

/** The npm packages of the selectable fonts, by the names that customizations use. */
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

/** A variable font has all weights in one file; other fonts have files for regular, italic and a bold weight. */
const textFontSheets = [
  ['wght', '400'],
  ['wght-italic', '400-italic'],
  ['wght', '600', '700', '500'],
]

/** Copies the fonts into a subfolder of the build, with a hash in their names, and returns their faces. */
export async function copyFonts(outDir: string): Promise<Record<string, FontFaceFile[]>> {
  await mkdir(join(outDir, 'fonts'), { recursive: true })
  const families = Object.entries(packages).map(async ([name, from]) => {
    const folder = dirname(fileURLToPath(import.meta.resolve(`${from}/package.json`)))
    await copyFile(join(folder, 'LICENSE'), join(outDir, 'fonts', `${name}-LICENSE.txt`))
    const names = new Set(textFontSheets.flatMap((choices) => firstExistingSheet(folder, choices)))
    const faces = await Promise.all([...names].map((sheet) => facesOf(folder, sheet, outDir)))
    return [name, faces.flat()] as const
  })
  return Object.fromEntries(await Promise.all(families))
}

/** Not every font has an italic. */
function firstExistingSheet(folder: string, choices: readonly string[]): string[] {
  return choices.filter((sheet) => existsSync(join(folder, `${sheet}.css`))).slice(0, 1)
}

async function facesOf(folder: string, sheet: string, outDir: string): Promise<FontFaceFile[]> {
  const css = await readFile(join(folder, `${sheet}.css`), 'utf8')
  const blocks = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, block = '']) => block)
  return Promise.all(blocks.map((block) => copyFace(folder, block, outDir)))
}

async function copyFace(folder: string, block: string, outDir: string): Promise<FontFaceFile> {
  const [, path = ''] = /url\(\.\/(files\/[\w-]+\.woff2)\)/.exec(block) ?? []
  const valueOf = (property: string) => new RegExp(`${property}:\\s*([^;]+);`).exec(block)?.[1]?.trim() ?? ''
  const content = await readFile(join(folder, path))
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const file = `fonts/${path.slice('files/'.length, -'.woff2'.length)}-${hash}.woff2`
  await writeFile(join(outDir, file), content)
  return {
    file,
    weight: valueOf('font-weight'),
    style: valueOf('font-style'),
    range: valueOf('unicode-range'),
  }
}

/** Fonts of social cards: text in two weights, Arabic, monochrome emoji. */
const cardFontSheets: readonly (readonly [from: string, sheet: string, only: RegExp])[] = [
  ['@fontsource/inter', '600', /./],
  ['@fontsource/inter', '400', /./],
  ['@fontsource/vazirmatn', '600', /arabic/],
  ['@fontsource/noto-emoji', 'emoji-400', /./],
]

/** Converts these fonts to TrueType, which the SVG renderer requires, and returns the characters of each. */
export async function writeCardFonts(outDir: string): Promise<CardFont[]> {
  await mkdir(join(outDir, 'drawing'), { recursive: true })
  const fonts = cardFontSheets.map(async ([from, sheet, only]) => {
    const folder = dirname(fileURLToPath(import.meta.resolve(`${from}/package.json`)))
    const css = await readFile(join(folder, `${sheet}.css`), 'utf8')
    const blocks = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, block = '']) => block)
    return Promise.all(
      blocks.filter((block) => only.test(block)).map((block) => writeCardFont(folder, block, outDir)),
    )
  })
  return (await Promise.all(fonts)).flat()
}

async function writeCardFont(folder: string, block: string, outDir: string): Promise<CardFont> {
  const [, path = ''] = /url\(\.\/(files\/[\w-]+\.woff)\)/.exec(block) ?? []
  const [, range = await wholeRange(folder)] = unicodeRange.exec(block) ?? []
  const [, weight = '400'] = /font-weight:\s*(\d+)/.exec(block) ?? []
  const font = unpackWoff(await readFile(join(folder, path)))
  const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8)
  const file = `drawing/${path.slice('files/'.length, -'.woff'.length)}-${hash}.ttf`
  await writeFile(join(outDir, file), font)
  return { file, weight: Number(weight), range }
}

const unicodeRange = /unicode-range:\s*([^;]+);/

/** A file without a unicode range has the characters of all its sibling files. */
async function wholeRange(folder: string): Promise<string> {
  const css = await readFile(join(folder, '400.css'), 'utf8')
  return [...css.matchAll(new RegExp(unicodeRange, 'g'))].map(([, range = '']) => range).join(',')
}

/** Converts WOFF 1.0 to TrueType: the same tables, uncompressed. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  const log = Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** log * 16, 6)
  head.writeUInt16BE(log, 8)
  head.writeUInt16BE((count - 2 ** log) * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index
    const [offset, packed, length, sum] = [4, 8, 12, 16].map((by) => woff.readUInt32BE(entry + by)) as Four
    const bytes = woff.subarray(offset, offset + packed)
    const target = 12 + 16 * index
    woff.copy(head, target, entry, entry + 4)
    head.writeUInt32BE(sum, target + 4)
    head.writeUInt32BE(at, target + 8)
    head.writeUInt32BE(length, target + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(packed < length ? inflateSync(bytes) : bytes, padding)
    at += length + padding.length
  }
  return Buffer.concat(parts)
}

type Four = [number, number, number, number]
