import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { copyFonts, writeCardFonts } from './build-fonts.ts'
import { type ReaderManifest, readerManifestFile } from './manifest.ts'

/**
 * Builds script, stylesheet and fonts of the pages into a folder, which is emptied first, and writes the manifest
 * next to them. All files except the manifest are immutable. It is not a library build, because Vite would then
 * inline the fonts into the stylesheet. `mermaid` is the folder of the package that renders diagrams.
 */
export async function buildReaderAssets(
  outDir: string,
  mermaid: string = installedMermaid(),
): Promise<ReaderManifest> {
  const library = diagramLibrary(mermaid)
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    publicDir: false,
    define: { diagramLibraryUrl: JSON.stringify(`./${library.folder}/mermaid.esm.min.mjs`) },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // Otherwise `light-dark()` and relative colors would be rewritten for older browsers.
      cssTarget: 'esnext',
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: { reader: source('reader.ts'), diagrams: source('diagrams/frame.ts') } },
    },
  })
  const files = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  const manifest = {
    ...manifestOf(files),
    families: await copyFonts(outDir),
    cardFonts: await writeCardFonts(outDir),
  }
  await copyDiagramLibrary(library, outDir)
  await writeFile(join(outDir, 'diagrams.html'), diagramFrameHtml(files))
  await writeFile(join(outDir, readerManifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const source = (name: string) => join(import.meta.dirname, 'client', name)

const installedMermaid = () => join(dirname(fileURLToPath(import.meta.resolve('mermaid'))), '..')

/** Mermaid is published as small minified chunks; bundling them again takes longer than everything else. */
function diagramLibrary(mermaid: string) {
  const { version }: { version: string } = JSON.parse(readFileSync(join(mermaid, 'package.json'), 'utf8'))
  return { from: join(mermaid, 'dist'), folder: `mermaid-${version}` }
}

async function copyDiagramLibrary({ from, folder }: { from: string; folder: string }, outDir: string) {
  const parts = ['mermaid.esm.min.mjs', 'chunks/mermaid.esm.min']
  const filter = (path: string) => !path.endsWith('.map')
  for (const part of parts)
    await cp(join(from, part), join(outDir, folder, part), { recursive: true, filter })
  await cp(join(from, '../LICENSE'), join(outDir, folder, 'LICENSE'))
}

/** The HTML document of the frame that renders diagrams. */
function diagramFrameHtml(files: readonly Output[]): string {
  const script = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'diagrams')
  return `<!doctype html>\n<html lang="en"><title>Diagrams</title><script type="module" src="./${script?.fileName}"></script></html>\n`
}

type Output = Rolldown.RolldownOutput['output'][number]

function manifestOf(files: readonly Output[]): Omit<ReaderManifest, 'families' | 'cardFonts'> {
  const script = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'reader')
  const asset = (name: string) => files.find((file) => file.type === 'asset' && file.names.includes(name))
  const fileName = (file: Output | undefined) => {
    if (!file) throw new Error('The build of the reader’s pages lacks one of its files')
    return file.fileName
  }
  return {
    js: fileName(script),
    css: fileName(asset('reader.css')),
    fonts: {
      text: fileName(asset('inter-latin.woff2')),
      code: fileName(asset('plex-mono-latin-400.woff2')),
      arabic: fileName(asset('vazirmatn-arabic.woff2')),
    },
  }
}
