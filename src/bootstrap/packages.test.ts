import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

const server = resolve(import.meta.dirname, '../server')
const packages = resolve(import.meta.dirname, 'packages')
const require = createRequire(import.meta.url)

test('the service and its command line load no unused package', async () => {
  const loaded = new Set<string>()
  await build({
    configFile: false,
    root: server,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['@node-rs/argon2', '@resvg/resvg-js', 'pg-native'] },
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: [resolve(server, 'main.ts'), resolve(server, 'cli/main.ts')],
      },
    },
    plugins: [
      {
        name: 'loaded',
        // What the build leaves out is not loaded.
        generateBundle(_options, files) {
          for (const file of Object.values(files))
            if (file.type === 'chunk') for (const id of file.moduleIds) loaded.add(id)
        },
      },
    ],
  })
  const ours = [...loaded].filter((id) => id.includes(packages)).map((id) => id.replace(/^\0|\?.*$/g, ''))
  expect([...new Set(ours)]).toEqual([`${packages}/cosmiconfig/index.js`])
})

test('graphile-worker loads the replacement', async () => {
  const worker = dirname(require.resolve('graphile-worker'))
  const { cosmiconfigSync } = await import(
    pathToFileURL(createRequire(`${worker}/`).resolve('cosmiconfig')).href
  )
  expect(cosmiconfigSync('graphile-worker').search()).toBeNull()
})
