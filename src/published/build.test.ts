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

test('names every file by its content and lists them', () => {
  expect(JSON.parse(read(readerManifestFile).toString())).toEqual(manifest)
  for (const name of [manifest.js, manifest.css, ...Object.values(manifest.fonts)]) {
    expect(name).toMatch(/-[\w-]{8}\.(?:js|css|woff2)$/)
    expect(read(name).length).toBeGreaterThan(1000)
  }
})

test('keeps the script below 7 kB as it is sent', () => {
  expect(gzipSync(read(manifest.js)).length).toBeLessThan(7_000)
})

test('brings what draws diagrams as files of its own, which only pages with a diagram load', () => {
  const script = read(manifest.js).toString()
  expect(script).toMatch(/import\(.\.\/diagrams-[\w-]{8}\.js/)
  const [, frame = ''] = /src="\.\/(diagrams-[\w-]+\.js)"/.exec(read('diagrams.html').toString()) ?? []
  const [, library = ''] = /\.\/(mermaid-[\d.]+\/[\w.]+\.mjs)/.exec(read(frame).toString()) ?? []
  expect(read(library).length).toBeGreaterThan(1000)
  expect(read(library).toString()).not.toContain('<script src="http')
})

test('asks no other host for anything', () => {
  const css = read(manifest.css).toString()
  const addresses = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(4)
  for (const address of addresses) expect(address).toMatch(/^"?\.\/[\w-]+\.woff2"?$/)
  expect(read(manifest.js).toString().replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
})

test('brings every font of the list, in files for the scripts that they have', () => {
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

test('keeps the order of the layers and the colours as they were written', () => {
  const css = read(manifest.css).toString()
  const layers = [...new Set([...css.matchAll(/@layer (\w+)\{/g)].map(([, name]) => name))]
  expect(layers).toEqual(['tokens', 'reset', 'frame', 'prose', 'blocks', 'parts', 'print'])
  expect(css).toContain('light-dark(')
  expect(css).not.toContain('--lightningcss')
})
