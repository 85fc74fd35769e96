// Builds dist/service, which `npm start` runs.
import { join } from 'node:path'
import { root } from './processes.mjs'
import { buildService } from './service-bundle.ts'

await buildService(join(root, 'dist/service'))
