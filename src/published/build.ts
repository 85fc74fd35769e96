import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { writeDrawingFonts } from './drawing-fonts.ts'
import { copyFonts } from './font-files.ts'
import { type ReaderManifest, readerManifestFile } from './manifest.ts'

/**
 * Builds the script, the stylesheet and the fonts of the pages into a folder, which is emptied first, and
 * writes the manifest beside them. All files but the manifest may be served as never changing. An ordinary
 * build and not one for a library, because there Vite would put the fonts into the stylesheet.
 */
export async function buildReaderAssets(outDir: string): Promise<ReaderManifest> {
  const library = libraryOfDiagrams()
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    publicDir: false,
    define: { libraryOfDiagrams: JSON.stringify(`./${library.folder}/mermaid.esm.min.mjs`) },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // Otherwise `light-dark()` and colours computed from others would be rewritten for older browsers.
      cssTarget: 'esnext',
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: { reader: source('reader.ts'), diagrams: source('diagrams/frame.ts') } },
    },
  })
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  const manifest = {
    ...manifestOf(files),
    families: await copyFonts(outDir),
    drawing: await writeDrawingFonts(outDir),
  }
  await copyDiagrams(library, outDir)
  await writeFile(join(outDir, 'diagrams.html'), frameOf(files))
  await writeFile(join(outDir, readerManifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const source = (name: string) => join(import.meta.dirname, 'client', name)

/** Mermaid comes in parts that are small already; building them anew takes longer than everything else. */
function libraryOfDiagrams() {
  const from = dirname(fileURLToPath(import.meta.resolve('mermaid')))
  const { version }: { version: string } = JSON.parse(readFileSync(join(from, '../package.json'), 'utf8'))
  return { from, folder: `mermaid-${version}` }
}

async function copyDiagrams({ from, folder }: { from: string; folder: string }, outDir: string) {
  const parts = ['mermaid.esm.min.mjs', 'chunks/mermaid.esm.min']
  const filter = (path: string) => !path.endsWith('.map')
  for (const part of parts)
    await cp(join(from, part), join(outDir, folder, part), { recursive: true, filter })
  await cp(join(from, '../LICENSE'), join(outDir, folder, 'LICENSE'))
}

/** The document in which diagrams are drawn. */
function frameOf(files: readonly Output[]): string {
  const script = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'diagrams')
  return `<!doctype html>\n<html lang="en"><title>Diagrams</title><script type="module" src="./${script?.fileName}"></script></html>\n`
}

type Output = Rolldown.RolldownOutput['output'][number]

function manifestOf(files: readonly Output[]): Omit<ReaderManifest, 'families' | 'drawing'> {
  const script = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'reader')
  const asset = (name: string) => files.find((file) => file.type === 'asset' && file.names.includes(name))
  const named = (file: Output | undefined) => {
    if (!file) throw new Error('The build of the reader’s pages lacks one of its files')
    return file.fileName
  }
  return {
    js: named(script),
    css: named(asset('reader.css')),
    fonts: {
      text: named(asset('inter-latin.woff2')),
      code: named(asset('plex-mono-latin-400.woff2')),
      arabic: named(asset('vazirmatn-arabic.woff2')),
    },
  }
}
