import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** Creates an empty folder that is removed with the test run, even if that is killed. */
export function makeTestFolder(): string {
  return mkdtempSync(join(inject('testFolder'), 'folder-'))
}
