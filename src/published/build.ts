import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { type ReaderManifest, readerManifestFile } from './manifest.ts'

/**
 * Builds the script, the stylesheet and the fonts of the pages into a folder, which is emptied first, and
 * writes the manifest beside them. All files but the manifest may be served as never changing. An ordinary
 * build and not one for a library, because there Vite would put the fonts into the stylesheet.
 */
export async function buildReaderAssets(outDir: string): Promise<ReaderManifest> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    publicDir: false,
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
      rolldownOptions: { input: join(import.meta.dirname, 'client/reader.ts') },
    },
  })
  const manifest = manifestOf([built].flat().flatMap((part) => ('output' in part ? part.output : [])))
  await writeFile(join(outDir, readerManifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

type Output = Rolldown.RolldownOutput['output'][number]

function manifestOf(files: readonly Output[]): ReaderManifest {
  const script = files.find((file) => file.type === 'chunk' && file.isEntry)
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
