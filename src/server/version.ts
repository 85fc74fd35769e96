import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './paths.ts'

/** The version of the package, such as `0.1.0`. */
export const version: string = String(
  JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')).version,
)
