import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const server = resolve(import.meta.dirname, '../server')
/** How the service names the script of a worker thread. */
const SCRIPT_URL = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g

/** Packages with native code, one that reads files of its own, and one that is for terminals only. They stay in node_modules. */
const external = [
  '@node-rs/argon2',
  '@resvg/resvg-js',
  '@seriousme/openapi-schema-validator',
  'pino-pretty',
  'pg-native',
]

/**
 * Builds the service into a folder, which is emptied first: `main.mjs`, what it loads later, and its worker threads, in a few
 * hundred files instead of thousands. Names and lines stay readable. The folder has to be two levels below the project.
 */
export async function buildService(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: server,
    logLevel: 'warn',
    publicDir: false,
    plugins: [threads(), ascii()],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: join(server, 'main.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** Builds the scripts of worker threads like the program, and names the results where they are started. */
function threads(): Plugin {
  return {
    name: 'threads',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(server) || !code.includes('import.meta.url')) return null
      const text = code.replace(SCRIPT_URL, (_match, path: string) => {
        const script = join(dirname(id), path)
        const fileName = relative(server, script).replaceAll(/[\\/]/g, '-').replace(/\.ts$/, '.mjs')
        this.emitFile({ type: 'chunk', id: script, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
      // No line moves, so the positions are still right.
      return { code: text, map: null }
    },
  }
}

/**
 * Escapes characters beyond ASCII. A file with one of them takes twice the memory, and sources stay in memory for functions
 * that have not run yet. Raw templates have no escapes.
 */
function ascii(): Plugin {
  return {
    name: 'ascii',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue
        file.code = file.code.replace(/String\.raw`[^`]*`|[\u0080-\uffff]/g, (text) =>
          text.length > 1 ? text : `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      }
    },
  }
}
