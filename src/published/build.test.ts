import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildReaderAssets } from './build.ts'
import { type ReaderManifest, readerManifestFile } from './manifest.ts'
import { codeFonts, textFonts } from './theme/fonts.ts'
import { firstFileOf } from './theme/stylesheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'reader-assets-'))
let manifest: ReaderManifest
const read = (name: string) => readFileSync(join(folder, name))

beforeAll(async () => {
  manifest = await buildReaderAssets(folder)
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

test('every file has a content hash in its name and is in the manifest', () => {
  expect(JSON.parse(read(readerManifestFile).toString())).toEqual(manifest)
  for (const name of [manifest.js, manifest.css, ...Object.values(manifest.fonts)]) {
    expect(name).toMatch(/-[\w-]{8}\.(?:js|css|woff2)$/)
    expect(read(name).length).toBeGreaterThan(1000)
  }
})

test('the compressed script is smaller than 9 kB', () => {
  expect(gzipSync(read(manifest.js)).length).toBeLessThan(9_000)
})

test('the diagram renderer is in separate files that only pages with a diagram load', () => {
  const script = read(manifest.js).toString()
  expect(script).toMatch(/import\(.\.\/diagrams-[\w-]{8}\.js/)
  const [, frame = ''] = /src="\.\/(diagrams-[\w-]+\.js)"/.exec(read('diagrams.html').toString()) ?? []
  const [, library = ''] = /\.\/(mermaid-[\d.]+\/[\w.]+\.mjs)/.exec(read(frame).toString()) ?? []
  expect(read(library).length).toBeGreaterThan(1000)
  expect(read(library).toString()).not.toContain('<script src="http')
})

test('assets load nothing from other hosts', () => {
  const css = read(manifest.css).toString()
  const addresses = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(4)
  for (const address of addresses) expect(address).toMatch(/^"?\.\/[\w-]+\.woff2"?$/)
  expect(read(manifest.js).toString().replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
})

test('the default fonts cover the non-Latin scripts of all selectable languages', () => {
  const faces = [
    ...read(manifest.css)
      .toString()
      .matchAll(/@font-face\{([^}]*)\}/g),
  ].map(([, face = '']) => face)
  const hasLetter = (letter: string, ...properties: readonly string[]) =>
    faces.some(
      (face) =>
        properties.every((property) => face.includes(property)) &&
        rangesOf(face).some((range) => range(letter)),
    )
  for (const letter of 'Жёőřğ₴Ωệł') {
    expect(hasLetter(letter, 'Inter', 'font-style:normal'), letter).toBe(true)
    expect(hasLetter(letter, 'Inter', 'font-style:italic'), letter).toBe(true)
  }
  for (const letter of 'Жőł') expect(hasLetter(letter, 'IBM Plex Mono'), letter).toBe(true)
})

/** Tests for the unicode ranges of a font face, such as `U+400-45F` and `U+2116`. */
const rangesOf = (face: string): ((letter: string) => boolean)[] =>
  [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to = from]) => (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16)
  })

test('every selectable font is included, with one file per script', () => {
  expect(Object.keys(manifest.families).sort()).toEqual(
    [...Object.keys(textFonts), ...Object.keys(codeFonts)].sort(),
  )
  for (const [name, faces] of Object.entries(manifest.families)) {
    const first = firstFileOf(name, manifest.families) ?? ''
    expect(read(first).subarray(0, 4).toString(), name).toBe('wOF2')
    for (const { file, weight, style, range } of faces) {
      expect(file).toMatch(/^fonts\/[\w-]+-[\w-]{8}\.woff2$/)
      expect(weight).toMatch(/^\d+(?: \d+)?$/)
      expect(style).toMatch(/^(?:normal|italic)$/)
      expect(range).toMatch(/^U\+[\dA-F?,U+-]+$/)
    }
  }
})

test('the order of layers and modern color functions are preserved', () => {
  const css = read(manifest.css).toString()
  const layers = [...new Set([...css.matchAll(/@layer (\w+)\{/g)].map(([, name]) => name))]
  expect(layers).toEqual(['tokens', 'reset', 'frame', 'prose', 'blocks', 'parts', 'print'])
  expect(css).toContain('light-dark(')
  expect(css).not.toContain('--lightningcss')
})
