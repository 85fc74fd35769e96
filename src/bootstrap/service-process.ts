import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The built service. */
export const builtService = resolve(root, 'dist/service/main.mjs')

/** More room for new objects, and more than two pools for other memory, are no faster and keep 80 MB. As in deploy/ and the Dockerfile. */
export const serviceFlags = ['--max-semi-space-size=4']

export const serviceEnv = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/lectern/compiled'),
}
