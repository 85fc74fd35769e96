import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The built service. */
export const builtService = resolve(root, 'dist/service/main.mjs')

/**
 * A larger young generation makes large imports a little faster, but together with more malloc arenas it keeps 80 MB that an
 * idle service doesn’t use. `--expose-gc` lets an idle service return memory: see idle-memory.ts. Keep deploy/ and the
 * Dockerfile in sync.
 */
export const serviceFlags = ['--max-semi-space-size=4', '--expose-gc']

export const serviceEnv = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/lectern/compiled'),
}
