import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import type { DrawingFont } from './manifest.ts'

/** What pictures of pages are lettered with: text in two weights, Arabic, emojis of one colour. */
const sheets: readonly (readonly [from: string, sheet: string, only: RegExp])[] = [
  ['@fontsource/inter', '600', /./],
  ['@fontsource/inter', '400', /./],
  ['@fontsource/vazirmatn', '600', /arabic/],
  ['@fontsource/noto-emoji', 'emoji-400', /./],
]

/** Writes those fonts in the form that the drawer of pictures reads, and tells which characters each holds. */
export async function writeDrawingFonts(outDir: string): Promise<DrawingFont[]> {
  await mkdir(join(outDir, 'drawing'), { recursive: true })
  const fonts = sheets.map(async ([from, sheet, only]) => {
    const folder = dirname(fileURLToPath(import.meta.resolve(`${from}/package.json`)))
    const css = await readFile(join(folder, `${sheet}.css`), 'utf8')
    const blocks = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, block = '']) => block)
    return Promise.all(
      blocks.filter((block) => only.test(block)).map((block) => write(folder, block, outDir)),
    )
  })
  return (await Promise.all(fonts)).flat()
}

async function write(folder: string, block: string, outDir: string): Promise<DrawingFont> {
  const [, path = ''] = /url\(\.\/(files\/[\w-]+\.woff)\)/.exec(block) ?? []
  const [, range = await wholeRange(folder)] = rangeIn.exec(block) ?? []
  const [, weight = '400'] = /font-weight:\s*(\d+)/.exec(block) ?? []
  const font = unpacked(await readFile(join(folder, path)))
  const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8)
  const file = `drawing/${path.slice('files/'.length, -'.woff'.length)}-${hash}.ttf`
  await writeFile(join(outDir, file), font)
  return { file, weight: Number(weight), range }
}

const rangeIn = /unicode-range:\s*([^;]+);/

/** A file that does not say what it holds has everything that the parts beside it have. */
async function wholeRange(folder: string): Promise<string> {
  const css = await readFile(join(folder, '400.css'), 'utf8')
  return [...css.matchAll(new RegExp(rangeIn, 'g'))].map(([, range = '']) => range).join(',')
}

/** A font out of its wrapping for the web: the same tables, no longer compressed (WOFF 1.0, sections 3 to 5). */
export function unpacked(woff: Buffer): Buffer {
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
