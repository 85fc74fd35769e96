import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './paths.ts'

const packageFile = join(projectFolder, 'package.json')

/** The version of the package, such as `0.1.0`. */
export const version: string = String(JSON.parse(readFileSync(packageFile, 'utf8')).version)

/** When this version was packaged. */
export const builtAt: Date = statSync(packageFile).mtime
