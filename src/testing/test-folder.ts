import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** An empty folder for a test; it goes with the test run, even where that is killed. */
export function makeTestFolder(): string {
  return mkdtempSync(join(inject('testFolder'), 'folder-'))
}
