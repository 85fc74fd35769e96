import { resolve } from 'node:path'

/** The folder of the package. */
export const projectFolder = resolve(import.meta.dirname, '../..')

/** Where the build puts the dashboard and the reader's script and styles. */
export const distFolder = resolve(projectFolder, 'dist')
