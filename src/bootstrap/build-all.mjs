// Builds dist/dashboard and dist/reader, with compressed copies of the larger text files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildReaderAssets } from '../published/build.ts'
import { diagramLibrary } from './diagram-library.mjs'
import { root } from './processes.mjs'

const dashboard = join(root, 'dist/dashboard')
const reader = join(root, 'dist/reader')

await build({ root, logLevel: 'warn' })
await buildReaderAssets(reader, diagramLibrary())
for (const folder of [dashboard, reader]) compressFiles(folder)

function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(m?js|css|html|svg|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    if (content.length < 1000) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
