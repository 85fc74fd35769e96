// Builds dist/dashboard and dist/reader, with compressed copies of the larger text files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import { build } from 'vite'
import { buildReaderAssets } from '../published/build.ts'
import { diagramLibrary } from './diagram-library.mjs'
import { root } from './processes.mjs'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const dashboard = join(root, 'dist/dashboard')
const reader = join(root, 'dist/reader')

await build({ root, logLevel: 'warn' })
await buildReaderAssets(reader, diagramLibrary())
await Promise.all([dashboard, reader].map(compressFiles))

/**
 * Compresses on all cores. The last level of Brotli takes three times as long and saves 2%, which is worth it where someone
 * waits: for the scripts that the page names.
 */
async function compressFiles(folder) {
  const page = join(folder, 'index.html')
  const first = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(m?js|css|html|svg|json)$/.test(entry.name),
  )
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const content = await readFile(path)
      if (content.length < 1000) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: first.includes(name) ? 11 : 10 }
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}
